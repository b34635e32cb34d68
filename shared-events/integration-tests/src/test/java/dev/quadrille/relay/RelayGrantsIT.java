package dev.quadrille.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.handling.TinyApplication;
import dev.quadrille.testkit.RunningService;
import dev.quadrille.testkit.platform.Platform;
import org.junit.jupiter.api.Test;

class RelayGrantsIT {
  private final String role = "relay_" + Long.toHexString(System.nanoTime());

  @Test
  void letARoleThatMayOnlyReplicateRelay() {
    var admin = Platform.shared().newDatabase("roles");
    admin.execute("CREATE ROLE %s LOGIN REPLICATION".formatted(role));
    // It is ready only when beats come back.
    try (var service =
        RunningService.start(
            TinyApplication.class,
            "tiny",
            "quadrille.relay.username=" + role,
            "quadrille.relay.refused-pause=500ms")) {
      assertThat(
              service
                  .database()
                  .ask(
                      "SELECT string_agg(DISTINCT usename, ', ') FROM pg_stat_activity WHERE"
                          + " datname = current_database() AND application_name LIKE 'quadrille %"
                          + " lease'"))
          .isEqualTo(role);
      assertThat(
              service
                  .database()
                  .ask("SELECT has_table_privilege('%s', 'effect', 'SELECT')".formatted(role)))
          .isEqualTo("f");
      var topic = new LimitedTopic(role).limitTo(1000);
      service
          .database()
          .execute(
              ("INSERT INTO outbox (id, topic, aggregate_type, aggregate_id, event_type, payload)"
                      + " SELECT gen_random_uuid(), '%s', 'order', gen_random_uuid(), 'E',"
                      + " string_agg(sha256(n::text::bytea), '') FROM generate_series(1, 100) n")
                  .formatted(role));
      var notes = "SELECT count(*) FROM refused_events";
      RelayFixture.eventually(() -> service.database().ask(notes).equals("1"));
      topic.limitTo(100_000);
      RelayFixture.eventually(() -> service.database().ask(notes).equals("0"));
    }
    admin.execute("DROP ROLE " + role);
    Platform.shared().drop(admin);
  }
}
