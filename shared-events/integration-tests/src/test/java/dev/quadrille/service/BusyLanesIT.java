package dev.quadrille.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.f4b6a3.uuid.UuidCreator;
import dev.quadrille.contracts.OrderLine;
import dev.quadrille.contracts.OrderPlaced;
import dev.quadrille.handling.PublishedEvents;
import dev.quadrille.handling.TinyApplication;
import dev.quadrille.testkit.RunningService;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The purge of the inbox meets batches in work, always. */
class BusyLanesIT {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final int ORDERS = 24;
  private static final int PATIENCE = 100;

  @Test
  void dropsADayOfClaimsThoughTheLanesNeverRestAndTheirTransactionsLast() {
    try (var service =
        RunningService.start(TinyApplication.class, "tiny", "quadrille.handling.forward.batch=1")) {
      claimLongAgo(service);
      service
          .database()
          .execute(
              """
              CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS
              $$ BEGIN PERFORM pg_sleep(2.5); RETURN NULL; END $$;
              CREATE TRIGGER linger AFTER INSERT ON effect FOR EACH ROW EXECUTE FUNCTION linger()
              """);
      PublishedEvents.publish(service, orders());
      await().atMost(Duration.ofSeconds(PATIENCE)).until(() -> effects(service) > 0);

      service.bean(PartitionUpkeep.class).round();

      await().atMost(Duration.ofSeconds(PATIENCE)).until(() -> !hasOldDay(service));
      assertThat(effects(service)).as("handled until then").isLessThan(ORDERS);
      service.database().execute("DROP TRIGGER linger ON effect");
      await().atMost(Duration.ofSeconds(PATIENCE)).until(() -> effects(service) == ORDERS);
      assertThat(service.database().ask("SELECT max(times) FROM effect")).isEqualTo("1");
      assertThat(service.database().ask("SELECT count(*) FROM parked_events")).isEqualTo("0");
    }
  }

  private static void claimLongAgo(RunningService service) {
    var day = Instant.parse("2025-01-02T00:00:00Z");
    var from = UuidCreator.getTimeOrderedEpochMin(day);
    service
        .database()
        .execute(
            """
            CREATE TABLE processed_events_20250102 PARTITION OF processed_events FOR VALUES FROM ('%1$s') TO ('%2$s');
            INSERT INTO processed_events VALUES ('%1$s', '', now())
            """
                .formatted(from, UuidCreator.getTimeOrderedEpochMin(day.plus(Duration.ofDays(1)))));
  }

  private static boolean hasOldDay(RunningService service) {
    return service
        .database()
        .ask("SELECT count(*) FROM pg_class WHERE relname = 'processed_events_20250102'")
        .equals("1");
  }

  private static int effects(RunningService service) {
    return Integer.parseInt(service.database().ask("SELECT count(*) FROM effect"));
  }

  private static List<OrderPlaced> orders() {
    var lines = List.of(new OrderLine("tea", 1, 5L));
    return Stream.generate(UUID::randomUUID)
        .limit(ORDERS)
        .map(order -> new OrderPlaced(order, "m", "n", "c", "EUR", 5L, lines, NOW, NOW))
        .toList();
  }
}
