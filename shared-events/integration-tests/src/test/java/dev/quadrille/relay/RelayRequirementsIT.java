package dev.quadrille.relay;

import dev.quadrille.testkit.platform.Database;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.springframework.boot.health.contributor.Status;

/** What is missing is named, and events flow when it is there. Case O8. */
class RelayRequirementsIT extends RelayFixture {
  @Test
  void namesTheMissingPublication() {
    outbox.database().execute("DROP PUBLICATION quadrille_outbox");
    var waiting = outbox.append(ORDER, 3);
    try (var relay = relay().start()) {
      eventually(() -> reason(relay).contains("CREATE PUBLICATION quadrille_outbox"));
      outbox
          .database()
          .execute(
              "CREATE PUBLICATION quadrille_outbox FOR TABLE outbox, relay_beat"
                  + " WITH (publish = 'insert', publish_via_partition_root = true)");
      awaitRelayed(waiting);
      eventually(() -> relay.health().getStatus().equals(Status.UP));
    }
  }

  @Test
  void namesTheMissingRight() {
    var role = "service_" + Long.toHexString(System.nanoTime());
    var owner = outbox.database();
    owner.execute("CREATE ROLE " + role + " LOGIN");
    owner.execute("GRANT ALL ON ALL TABLES IN SCHEMA public TO " + role);
    owner.execute("GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO " + role);
    var waiting = outbox.append(ORDER, 3);
    var service = new Database(owner.host(), owner.port(), owner.name(), role, "");
    try (var relay = relay(service, Map.of()).start()) {
      eventually(() -> reason(relay).contains("REPLICATION"));
      // Nothing more than this, SELECT on the outbox and all on relay_beat.
      owner.execute("ALTER ROLE " + role + " REPLICATION");
      awaitRelayed(waiting);
      eventually(() -> relay.health().getStatus().equals(Status.UP));
    }
    owner.execute("DROP OWNED BY " + role);
    owner.execute("DROP ROLE " + role);
  }

  @Test
  void namesTheTableThatMayNotBeRead() {
    var role = "service_" + Long.toHexString(System.nanoTime());
    var owner = outbox.database();
    owner.execute("CREATE ROLE " + role + " LOGIN REPLICATION");
    owner.execute("GRANT ALL ON relay_beat TO " + role);
    var waiting = outbox.append(ORDER, 3);
    var service = new Database(owner.host(), owner.port(), owner.name(), role, "");
    try (var relay = relay(service, Map.of()).start()) {
      var table = "GRANT SELECT ON outbox TO " + role;
      var notes = "GRANT SELECT, INSERT, DELETE ON refused_events TO " + role;
      eventually(() -> reason(relay).contains(table) && reason(relay).contains(notes));
      owner.execute(table);
      owner.execute(notes);
      awaitRelayed(waiting);
      eventually(() -> relay.health().getStatus().equals(Status.UP));
    }
    owner.execute("DROP OWNED BY " + role);
    owner.execute("DROP ROLE " + role);
  }

  @Test
  void namesTheTransactionThatBlocksTheSlot() throws Exception {
    try (var idle = outbox.database().connect();
        var relay = relay(outbox.database(), Map.of("slot-timeout", "1s"))) {
      idle.setAutoCommit(false);
      var waiting = Outbox.insert(idle, outbox.topic(), ORDER, new byte[1], Duration.ZERO);
      var pid = idle.unwrap(PGConnection.class).getBackendPID();
      relay.start();
      eventually(() -> reason(relay).contains("pid " + pid + " "));
      idle.commit();
      awaitRelayed(List.of(waiting));
    }
  }

  private static String reason(TestRelay relay) {
    return String.valueOf(relay.reason());
  }
}
