package dev.quadrille.relay;

import dev.quadrille.service.UnfinishedWork;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * What is committed and may not be in Kafka yet, whichever process relays it: it is all there when
 * the recorded progress has passed the moment of asking, a beat or two later, and nothing is
 * refused.
 */
final class UnrelayedEvents implements UnfinishedWork {
  private static final Duration GLANCE = Duration.ofMillis(50);

  private final JdbcClient jdbc;
  private final Duration patience;

  /**
   * @param patience how long the progress may take before something is said to be left
   */
  UnrelayedEvents(JdbcClient jdbc, Duration patience) {
    this.jdbc = jdbc;
    this.patience = patience;
  }

  @Override
  public List<String> left() {
    var asked = jdbc.sql("SELECT clock_timestamp()").query(OffsetDateTime.class).single();
    var deadline = System.nanoTime() + patience.toNanos();
    while (!isRelayed(asked)) {
      if (System.nanoTime() > deadline) {
        return List.of("events may not be in Kafka: the relay has not come so far");
      }
      LockSupport.parkNanos(GLANCE.toNanos());
    }
    var refused = jdbc.sql("SELECT count(*) FROM refused_events").query(Long.class).single();
    return refused == 0 ? List.of() : List.of(refused + " events are refused by Kafka");
  }

  private boolean isRelayed(OffsetDateTime upTo) {
    return jdbc.sql("SELECT EXISTS (SELECT FROM relay_beat WHERE relayed_at > ?)")
        .param(upTo)
        .query(Boolean.class)
        .single();
  }
}
