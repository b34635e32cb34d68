package dev.quadrille.idempotency;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of requests under keys.
 *
 * @param retention how long an answer is kept after it was given
 * @param longestBody the longest body of a request; 1 B to 1 GB
 * @param lease how long the claim of a handler that leaves the transaction lasts if it is not
 *     renewed; that is, how long a key hangs after a crash. Renewed three times within it
 * @param purgePause between looks for keys whose time is over
 * @param purgeBatch the most keys that one statement forgets
 * @param front what stands before the database
 */
@Validated
@ConfigurationProperties("quadrille.idempotency")
record IdempotencyProperties(
    @DefaultValue("24h") @DurationMin(seconds = 1) Duration retention,
    @DefaultValue("1MB") @NotNull DataSize longestBody,
    @DefaultValue("30s") @DurationMin(millis = 100) Duration lease,
    @DefaultValue("1m") @DurationMin(millis = 1) Duration purgePause,
    @DefaultValue("500") @Min(1) @Max(10_000) int purgeBatch,
    @DefaultValue("none") Kind front) {

  /** What can stand before the database. */
  enum Kind {
    /** Nothing. */
    NONE,
    /** Redis, as {@code spring.data.redis} says, absorbs double clicks in flight. */
    REDIS
  }
}
