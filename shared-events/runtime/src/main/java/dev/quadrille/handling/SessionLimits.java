package dev.quadrille.handling;

import java.time.Duration;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;

/** What PostgreSQL itself holds every connection of ours to. */
final class SessionLimits {
  private static final Duration LONGEST_LOCK_WAIT = Duration.ofSeconds(50);
  private static final int KAFKAS_DEFAULT_MILLIS = 300_000;

  private SessionLimits() {}

  /**
   * Sets the limits. Waiting for a lock ends at a third of Kafka's {@code max.poll.interval.ms} at
   * the latest, so that a consumer that waits polls again before its partitions are given away; a
   * transaction ends after the window in which the relay looks for late commits. Settings that an
   * older server does not know are left out.
   */
  static String sql(KafkaProperties kafka) {
    return """
    SELECT set_config(name, wanted, false)
    FROM (VALUES ('lock_timeout', '%dms'), ('idle_in_transaction_session_timeout', '10s'), ('transaction_timeout', '60s'))
      AS limits (name, wanted)
    JOIN pg_settings USING (name)
    """
        .formatted(Math.min(LONGEST_LOCK_WAIT.toMillis(), maxPollIntervalMillis(kafka) / 3));
  }

  private static long maxPollIntervalMillis(KafkaProperties kafka) {
    var set = kafka.buildConsumerProperties().get(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG);
    return set == null ? KAFKAS_DEFAULT_MILLIS : Long.parseLong(set.toString());
  }
}
