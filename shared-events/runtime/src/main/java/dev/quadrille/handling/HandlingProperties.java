package dev.quadrille.handling;

import dev.quadrille.contracts.Lane;
import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.nio.file.Path;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of consuming.
 *
 * @param forward the forward lane
 * @param compensation the compensation lane
 * @param firstBackOff the pause after a transient failure; doubled for each that follows
 * @param longestBackOff the longest such pause
 * @param attempts how often a broken event is attempted in all, the first time included
 * @param attemptDelay the pause before the second attempt; doubled for each that follows
 * @param longestAttemptDelay the longest such pause of an event that came too early: that one is
 *     attempted for as long as it is parked
 * @param parkedRetention for how long a parked event is kept after it was settled, with what people
 *     did about it; one that is not settled is kept for ever
 * @param lagLook the pause between two looks at what waits on the lanes, for the gauge
 * @param adoptOffsets whether a lane of which the database knows nothing begins at Kafka's offsets
 *     of its group, where there are any, and not at the first record that is retained. That is how
 *     a new participant is told to begin elsewhere: move its groups, start it once with this, and
 *     take it away. A database that was lost looks as new: what was read before has no effects in
 *     it
 * @param instanceId names this replica for longer than its process lives, such as the pod of a
 *     StatefulSet, and makes its consumers static members of their groups (KIP-345): one that is
 *     back within {@code session.timeout.ms} finds its partitions untouched, and until then nobody
 *     takes them. No two replicas may have the same at a time, also during a rolling update: the
 *     older one is fenced and reported dead. Not set: a replica that stops gives its partitions
 *     back at once
 * @param kafkaPasswordFile holds the password of the user that {@code
 *     spring.kafka.properties.sasl.jaas.config} names, for the mechanisms PLAIN and SCRAM, and is
 *     read whenever a client logs on, so that a changed password needs no restart
 * @param kafkaTls whom Kafka's clients believe, and who they are, for the protocols SSL and
 *     SASL_SSL
 */
@Validated
@ConfigurationProperties("quadrille.handling")
record HandlingProperties(
    @DefaultValue @Valid LaneProperties forward,
    @DefaultValue @Valid LaneProperties compensation,
    @DefaultValue("200ms") Duration firstBackOff,
    @DefaultValue("10s") Duration longestBackOff,
    @DefaultValue("3") @Min(1) @Max(20) int attempts,
    @DefaultValue("10s") Duration attemptDelay,
    @DefaultValue("5m") Duration longestAttemptDelay,
    @DefaultValue("90d") @DurationMin(days = 1) Duration parkedRetention,
    @DefaultValue("15s") @DurationMin(millis = 100) Duration lagLook,
    @DefaultValue("false") boolean adoptOffsets,
    @Pattern(regexp = "[a-zA-Z0-9._-]{1,200}") @Nullable String instanceId,
    @Nullable Path kafkaPasswordFile,
    @Valid @Nullable KafkaTls kafkaTls) {

  /** The settings of one lane. */
  LaneProperties lane(Lane lane) {
    return lane == Lane.FORWARD ? forward : compensation;
  }

  /** How many threads handle events, both lanes together; each holds at most one connection. */
  int threads() {
    return forward.threads() + compensation.threads();
  }

  /**
   * Settings of one lane.
   *
   * @param threads how many consume; more than the topics' partitions is useless
   * @param batch the most records that one transaction handles
   * @param eventsPerSecond the most records that this instance handles in a second; without limit
   *     if not set, for a lane has threads and connections of its own. Set it on the compensation
   *     lane where a flood of refunds would press on what lanes do share: the database's disks
   * @param paused whether each process begins with the lane held, until somebody resumes it there;
   *     to put something right before events are read, as after a restore
   */
  record LaneProperties(
      @DefaultValue("2") @Min(1) int threads,
      @DefaultValue("500") @Min(1) int batch,
      @Min(1) @Nullable Integer eventsPerSecond,
      @DefaultValue("false") boolean paused) {

    /** The most records of one poll: what it handles at once, or in a second. */
    int poll() {
      return eventsPerSecond == null ? batch : Math.min(batch, eventsPerSecond);
    }
  }

  /**
   * Files in PEM, looked at for each new connection, so that changed certificates need no restart.
   *
   * @param ca the certificates of which a broker must have one
   * @param certificate ours and those between it and the brokers' authority; only for SSL
   * @param key that belongs to it, in PKCS #8, not encrypted
   */
  record KafkaTls(@NotNull Path ca, @Nullable Path certificate, @Nullable Path key) {

    @AssertTrue(message = "certificate and key go together")
    boolean isPair() {
      return (certificate == null) == (key == null);
    }
  }
}
