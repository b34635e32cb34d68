package dev.quadrille.relay;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The sessions of a relay that is gone are in nobody's way. */
class RelaySessionsIT extends RelayFixture {
  private static final String IDLE_TRANSACTIONS =
      """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'Debezium General'
        AND state = 'idle in transaction' AND backend_xid IS NOT NULL
      """;

  // A slot can only be made when every transaction with an id has ended, anywhere on the server.
  @Test
  void endsTheTransactionOfADebeziumThatCannotBeReachedAnyMore() throws Exception {
    try (var relay = relay().start()) {
      eventually(relay::streams);
    }
    try (var link = link();
        var connection = outbox.database().connect()) {
      var parts = relay(through(link), Map.of()).parts();
      connection.setAutoCommit(false);
      // Debezium has begun a transaction by then, and reads this with another session.
      connection.createStatement().execute("LOCK TABLE pg_publication IN ACCESS EXCLUSIVE MODE");
      var settings =
          EngineSettings.of(parts.name(), parts.database(), "public", slot(), parts.settings());
      try (var lease = parts.openLease();
          var producer = parts.openProducer("cut");
          var engine =
              new OutboxEngine(settings, producer, lease, parts.status(), Duration.ofSeconds(1))) {
        engine.start("cut off");
        eventually(() -> ask(IDLE_TRANSACTIONS).equals("1"));
        link.freeze();
        eventually(() -> ask(IDLE_TRANSACTIONS).equals("0"));
      }
    }
  }
}
