package dev.quadrille.relay;

import dev.quadrille.jdbc.PasswordFile;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the relay.
 *
 * @param enabled whether this process may relay; all replicas of a service may, one does
 * @param mode how it learns of committed rows
 * @param url JDBC URL of the service's database; absent: that of the service's data source. Must
 *     lead to PostgreSQL itself, not to a pooler
 * @param username role with REPLICATION, or that owns the outbox in polling mode; absent: that of
 *     the data source
 * @param password its password; absent: that of the data source
 * @param passwordFile holds its password instead, and is read for each new connection, so that a
 *     changed password needs no restart
 * @param slot name of the replication slot; absent: {@code quadrille_} and the database's name.
 *     Slots share one name space in a server
 * @param failover whether a standby keeps a copy of the slot, so that nothing is a gap when it
 *     takes over; wants PostgreSQL 17 and settings on both servers
 * @param beat how often the leader renews its lease, and a standby looks at it
 * @param leaseTimeout how old a lease must be before a standby takes it
 * @param streamingThreshold how old the newest beat that came back through the slot may be while
 *     the relay counts as streaming
 * @param transactionWindow the longest that a transaction which writes to the outbox can last; rows
 *     of this span before the recorded progress are sent again after a gap
 * @param slotTimeout how long making a slot may wait for transactions that were open before
 * @param pollInterval how often the engine, or polling, looks for changes: adds to the latency of
 *     an event, costs processor time when short
 * @param batchSize most changes handled between two acknowledgements
 * @param queueSize most bytes of changes read ahead of Kafka, and of rows read from the table
 * @param republishPage most rows read from the table at once: when a gap is filled, and in polling
 *     mode
 * @param acknowledgementTimeout how long Kafka may acknowledge nothing before the relay begins
 *     again with new connections
 * @param maxRequestSize largest record that the producer sends; must exceed the limit of the outbox
 * @param refusedPause how long until events that Kafka refused for their size are sent again
 * @param stopTimeout how long a clean stop waits for the batch in flight
 */
@Validated
@ConfigurationProperties("quadrille.relay")
record RelayProperties(
    @DefaultValue("true") boolean enabled,
    @DefaultValue("cdc") @NotNull RelayMode mode,
    @Nullable String url,
    @Nullable String username,
    @Nullable String password,
    @Nullable Path passwordFile,
    @Nullable @Pattern(regexp = "[a-z0-9_]{1,63}") String slot,
    @DefaultValue("false") boolean failover,
    @DefaultValue("1s") @NotNull Duration beat,
    @DefaultValue("5s") @NotNull Duration leaseTimeout,
    @DefaultValue("10s") @NotNull Duration streamingThreshold,
    @DefaultValue("60s") @NotNull Duration transactionWindow,
    @DefaultValue("10s") @NotNull Duration slotTimeout,
    @DefaultValue("10ms") @NotNull Duration pollInterval,
    @DefaultValue("2048") @Positive int batchSize,
    @DefaultValue("32MB") @NotNull DataSize queueSize,
    @DefaultValue("1000") @Positive int republishPage,
    @DefaultValue("1m") @NotNull Duration acknowledgementTimeout,
    @DefaultValue("2MB") @NotNull DataSize maxRequestSize,
    @DefaultValue("1m") @NotNull Duration refusedPause,
    @DefaultValue("3s") @NotNull Duration stopTimeout) {

  RelayProperties {
    if (leaseTimeout.compareTo(beat.multipliedBy(2)) <= 0) {
      throw new IllegalArgumentException(
          "quadrille.relay.lease-timeout must be longer than two of quadrille.relay.beat");
    }
  }

  /** The password of a role of the relay's own, as it is now; null: it has none. */
  @Nullable String ownPassword() {
    return passwordFile == null ? password : new PasswordFile(passwordFile).read();
  }
}
