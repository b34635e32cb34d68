package dev.quadrille.handling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.codec.AnotherVersion;
import dev.quadrille.codec.FaultyRegistry;
import dev.quadrille.contracts.OrderLine;
import dev.quadrille.contracts.OrderPlaced;
import dev.quadrille.testkit.RunningService;
import dev.quadrille.testkit.platform.Platform;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An outage of the registry, however it looks, is waited for, and only by those who need it. */
class RegistryDownIT {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int ATTEMPTS = 3;
  private static final String NO_SUCH_SCHEMA = "{\"error_code\":40403}";

  private static FaultyRegistry registry;
  private static RunningService service;

  private final UUID order = UUID.randomUUID();

  @BeforeAll
  static void start() {
    var shared = Platform.shared();
    registry = new FaultyRegistry(shared.registryUrl());
    service =
        RunningService.start(
            shared.with(shared.bootstrapServers(), registry.url()),
            TinyApplication.class,
            "tiny",
            "quadrille.codec.request-timeout=300ms",
            "quadrille.handling.attempt-delay=1s",
            "quadrille.handling.longest-back-off=300ms");
  }

  @AfterAll
  static void stop() {
    service.close();
    registry.close();
  }

  @AfterEach
  void recover() {
    registry.passOn();
  }

  static Stream<Named<Consumer<FaultyRegistry>>> outages() {
    return Stream.of(
        Named.of("is gone", FaultyRegistry::hangUp),
        Named.of("is slow", FaultyRegistry::neverAnswer),
        Named.of("answers 500", registry -> registry.answer(500, "")),
        Named.of("answers 401", registry -> registry.answer(401, "{\"error_code\":40101}")));
  }

  // cases A3 b and c
  @ParameterizedTest
  @MethodSource("outages")
  void pausesOverAnEventOfAnotherVersionAndParksNothing(Consumer<FaultyRegistry> outage) {
    var event = placed(order);
    var record = DeliveredBatch.record(event, AnotherVersion.of(service, event));
    outage.accept(registry);
    var before = registry.requests();
    PublishedEvents.publish(service.setting("spring.kafka.bootstrap-servers"), List.of(record));

    await().atMost(PATIENCE).until(() -> registry.requests() >= before + ATTEMPTS);
    assertThat(effects()).isEqualTo("0");
    assertThat(service.calledByNobody().get("/actuator/health/liveness").status()).isEqualTo(200);
    registry.passOn();

    await().atMost(PATIENCE).until(() -> effects().equals("1"));
    assertThat(parked()).isEqualTo("0");
  }

  @Test // case A3 d
  void goesOnTellingAndHandlingItsOwnEvents() {
    registry.hangUp();
    service.tell(placed(order));

    await().atMost(PATIENCE).until(() -> effects().equals("1"));
    assertThat(service.calledByNobody().get("/actuator/health/readiness").status()).isEqualTo(200);
    assertThat(parked()).isEqualTo("0");
  }

  @Test
  void asksForASchemaThatNobodyKnowsAFewTimesMore() {
    var event = placed(order);
    var record = DeliveredBatch.record(event, AnotherVersion.of(service, event));
    registry.answer(404, NO_SUCH_SCHEMA);
    PublishedEvents.publish(service.setting("spring.kafka.bootstrap-servers"), List.of(record));

    await().atMost(PATIENCE).until(() -> waitingForAPerson().equals("UNKNOWN_SCHEMA after 3"));
    assertThat(service.bean(LaneBacklog.class).left()).as("what waits behind it").isEmpty();
    forget();
  }

  @Test
  void handlesAnEventWhoseSchemaIsKnownALittleLater() {
    var event = placed(order);
    var record = DeliveredBatch.record(event, AnotherVersion.of(service, event));
    registry.answer(404, NO_SUCH_SCHEMA);
    PublishedEvents.publish(service.setting("spring.kafka.bootstrap-servers"), List.of(record));
    await().atMost(PATIENCE).until(() -> parked().equals("1"));
    registry.passOn();

    await().atMost(PATIENCE).until(() -> effects().equals("1"));
    forget();
  }

  private static void forget() {
    service.database().execute("DELETE FROM parked_events");
  }

  private static String waitingForAPerson() {
    return service
        .database()
        .ask(
            """
            SELECT coalesce(max(reason || ' after ' || attempts), '') FROM parked_events
            WHERE settled_at IS NULL AND next_attempt_at IS NULL
            """);
  }

  private String effects() {
    return service.database().ask("SELECT count(*) FROM effect WHERE order_id = '" + order + "'");
  }

  private static String parked() {
    return service.database().ask("SELECT count(*) FROM parked_events");
  }

  private static OrderPlaced placed(UUID order) {
    var lines = List.of(new OrderLine("tea", 1, 5L));
    return new OrderPlaced(order, "m", "n", "c", "EUR", 5L, lines, NOW, NOW);
  }
}
