package dev.quadrille.handling;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.contracts.EventType;
import dev.quadrille.contracts.Lane;
import dev.quadrille.contracts.OrderLine;
import dev.quadrille.contracts.OrderPlaced;
import dev.quadrille.contracts.StockReleased;
import dev.quadrille.contracts.StockSettlement;
import dev.quadrille.relay.OutboxRelay;
import dev.quadrille.testkit.HttpCaller;
import dev.quadrille.testkit.RunningService;
import dev.quadrille.testkit.platform.Database;
import dev.quadrille.testkit.platform.KafkaBroker;
import dev.quadrille.testkit.platform.Platform;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Whatever becomes of offsets, logs and databases: every event that still exists somewhere has its
 * effect once, and somebody is told.
 */
class LostPositionsIT {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final Duration PATIENCE = Duration.ofSeconds(25);
  private static final String TOPIC = EventType.ORDER_PLACED.topic();
  private static final String GROUP = "tiny.forward";
  private static final String[] FORWARD_PAUSED = {
    "quadrille.handling.forward.paused=true", "quadrille.handling.lag-look=200ms"
  };

  private static final KafkaBroker kafka = OwnKafka.BROKER;
  private static final Admin admin = OwnKafka.ADMIN;
  private static Platform platform;
  private static Database database;

  /** Everything that ever was told, and not lost. */
  private static final List<UUID> orders = new ArrayList<>();

  private RunningService service;

  @BeforeAll
  static void makeDatabase() {
    platform = OwnKafka.platform();
    database = platform.newDatabase("tiny");
    orders.clear();
  }

  @AfterAll
  static void dropDatabase() {
    platform.drop(database);
  }

  @BeforeEach
  void start() {
    start(new String[0]);
  }

  private void start(String... settings) {
    var all =
        Stream.concat(
            Stream.of("spring.kafka.properties.metadata.max.age.ms=1000"), Stream.of(settings));
    service =
        RunningService.startOn(
            platform, database, TinyApplication.class, "tiny", all.toArray(String[]::new));
  }

  @AfterEach
  void stop() {
    service.close();
  }

  @Test
  void goesOnWhereItsEffectsEndWhenKafkaHasLostItsOffsets() throws Exception {
    tell(20);
    thenEachHasItsEffectOnce();
    awaitThatTheRelaySendsNothingAgain();
    whileItIsDown(() -> admin.deleteConsumerGroups(List.of(GROUP)).all().get());

    tell(5);
    thenEachHasItsEffectOnce();
    assertThat(events("duplicate")).isZero();
    thenPeopleAreTold(Resumption.OFFSET_LOST);
  }

  @Test
  void readsAgainWhatARestoredDatabaseHasLost() throws Exception {
    tell(20);
    thenEachHasItsEffectOnce();
    var backup = new Database[1];
    whileItIsDown(() -> backup[0] = platform.copyOf(database));
    tell(20);
    thenEachHasItsEffectOnce();
    whileItIsDown(() -> platform.restore(backup[0], database));
    platform.drop(backup[0]);

    thenEachHasItsEffectOnce();
    thenPeopleAreTold(Resumption.DATABASE_RESTORED);
    tell(5);
    thenEachHasItsEffectOnce();
  }

  @Test
  void readsAgainAllThatIsRetainedWhenItsDatabaseIsEmpty() throws Exception {
    orders.clear();
    tell(20);
    thenEachHasItsEffectOnce();
    whileItIsDown(this::loseTheDatabase);

    thenEachHasItsEffectOnce();
    thenPeopleAreTold(Resumption.DATABASE_RESTORED);
    tell(5);
    thenEachHasItsEffectOnce();
  }

  @Test
  void beginsAtKafkasOffsetsWithAnEmptyDatabaseOnlyWhenItIsToldToAndTellsPeople() throws Exception {
    tell(20);
    thenEachHasItsEffectOnce();
    service.close();
    loseTheDatabase();
    start("quadrille.handling.adopt-offsets=true");

    thenPeopleAreTold(Resumption.DATABASE_NEW);
    orders.clear();
    tell(5);
    thenEachHasItsEffectOnce();
    assertThat(database.ask("SELECT count(*) FROM effect")).isEqualTo("5");
  }

  @Test
  void holdsWhatARestoredDatabaseHasLostUntilItsLaneIsResumed() throws Exception {
    tell(20);
    thenEachHasItsEffectOnce();
    var backup = new Database[1];
    whileItIsDown(() -> backup[0] = platform.copyOf(database));
    var before = effects();
    tell(20);
    thenEachHasItsEffectOnce();
    service.close();
    platform.restore(backup[0], database);
    platform.drop(backup[0]);

    start(FORWARD_PAUSED);
    thenPeopleAreTold(Resumption.DATABASE_RESTORED);
    thenTheForwardLaneIsHeldWith(20);
    // Also what comes to both lanes meanwhile, and by a replica that has died in between.
    tell(5);
    var released = UUID.randomUUID();
    service.tell(new StockReleased(released, StockSettlement.RELEASED, NOW));
    await().atMost(PATIENCE).until(() -> effects() == before + 1);
    service.close();
    start(FORWARD_PAUSED);
    thenTheForwardLaneIsHeldWith(25);
    assertThat(effects()).isEqualTo(before + 1);

    assertThat(ops().post("/ops/lanes/forward/resume", "").status()).isEqualTo(200);
    thenEachHasItsEffectOnce();
    await()
        .atMost(PATIENCE)
        .until(() -> ops().get("/ops/drained").body().at("/drained").asBoolean());
    assertThat(ops().get("/ops/lanes/forward").body().at("/paused").asBoolean()).isFalse();
  }

  @Test
  void tellsOfEventsThatWereDeletedBeforeTheyWereRead() throws Exception {
    tell(20);
    thenEachHasItsEffectOnce();
    var lost = PublishedEvents.records(service, placed(20));
    var events = placed(5);
    var kept = PublishedEvents.records(service, events);
    whileItIsDown(
        () -> {
          PublishedEvents.publish(kafka.bootstrapServers(), lost);
          admin.deleteRecords(ends(TOPIC, RecordsToDelete::beforeOffset)).all().get();
          PublishedEvents.publish(kafka.bootstrapServers(), kept);
        });
    events.forEach(event -> orders.add(event.getOrderId()));

    thenEachHasItsEffectOnce();
    thenPeopleAreTold(Resumption.EVENTS_EXPIRED);
  }

  @Test
  void readsFromTheBeginningWhenALogEndsBeforeWhatWasRead() throws Exception {
    tell(20);
    thenEachHasItsEffectOnce();
    kafka.stop();
    assertThat(service.calledByNobody().get("/actuator/health/liveness").status()).isEqualTo(200);
    loseLogs();
    kafka.start();

    tell(30);
    thenEachHasItsEffectOnce();
    thenPeopleAreTold(Resumption.LOG_TRUNCATED);
    assertThat(service.bean(LaneBacklog.class).left()).isEmpty();
  }

  // What is to be read next exists. That it is another record, only its leader's epoch tells.
  @Test
  void readsFromTheBeginningWhenANewLogHasGrownPastWhatWasRead() throws Exception {
    tell(20);
    thenEachHasItsEffectOnce();
    var events = placed(3 * orders.size() + 300);
    var records = PublishedEvents.records(service, events);
    whileItIsDown(
        () -> {
          kafka.stop();
          loseLogs();
          kafka.start();
          PublishedEvents.publish(kafka.bootstrapServers(), records);
        });
    events.forEach(event -> orders.add(event.getOrderId()));

    thenEachHasItsEffectOnce();
    thenPeopleAreTold(Resumption.LOG_TRUNCATED);
  }

  @Test
  void readsATopicThatWasMadeAnewFromItsBeginningAndTakesWhatIsSentAgainOnce() throws Exception {
    tell(20);
    thenEachHasItsEffectOnce();
    makeTopicAnew();

    // More than the old topic held: its offsets exist in the new one.
    tell(orders.size() + 100);
    thenEachHasItsEffectOnce();
    thenPeopleAreTold(Resumption.TOPIC_REMADE);
    service.bean(OutboxRelay.class).republish(Instant.EPOCH, "lost-topic");
    await().atMost(PATIENCE).until(() -> service.bean(LaneBacklog.class).left().isEmpty());
    thenEachHasItsEffectOnce();
  }

  // What is in hand when that is noticed says nothing of the new topic.
  @Test
  void readsATopicThatWasMadeAnewUnderABatchFromItsBeginning() throws Exception {
    tell(20);
    thenEachHasItsEffectOnce();
    try (var hold = database.hold("effect")) {
      tell(1);
      await().atMost(PATIENCE).until(() -> database.waiting() > 0);
      makeTopicAnew();
      tell(orders.size() + 100);
      var lanes = service.bean(Lanes.class);
      await().atMost(PATIENCE).until(() -> lanes.halted(Lane.FORWARD) && !aLaneBeginsAgain());
      assertThat(service.calledByNobody().get("/actuator/health/liveness").status()).isEqualTo(200);
      hold.close();
    }

    thenEachHasItsEffectOnce();
    thenPeopleAreTold(Resumption.TOPIC_REMADE);
  }

  @Test // case K5
  void missesNothingOnNewPartitions() throws Exception {
    tell(100);
    var partitions =
        admin.describeTopics(List.of(TOPIC)).allTopicNames().get().get(TOPIC).partitions().size();
    admin.createPartitions(Map.of(TOPIC, NewPartitions.increaseTo(partitions * 2))).all().get();
    // What is told before the relay knows of them goes to the old ones.
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              tell(20);
              return ends(TOPIC, end -> end).values().stream().allMatch(end -> end > 0);
            });
    thenEachHasItsEffectOnce();
  }

  private void tell(int number) {
    var events = placed(number);
    events.forEach(event -> orders.add(event.getOrderId()));
    service.tell(events.toArray(OrderPlaced[]::new));
  }

  /** With the events at least: the relay of a restored database sends some of its own again. */
  private void thenTheForwardLaneIsHeldWith(int events) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              var waiting = (int) lag();
              assertThat(waiting).isGreaterThanOrEqualTo(events);
              assertThat(ops().get("/ops/drained").body().at("/left/0").asString())
                  .isEqualTo("the forward lane has %d events to read and is paused", waiting);
              assertThat(ops().get("/ops/lanes/forward").body().at("/paused").asBoolean()).isTrue();
            });
    assertThat(ops().get("/ops/lanes/compensation").body().at("/paused").asBoolean()).isFalse();
    assertThat(ops().get("/actuator/health").body().at("/components/lanes/details/paused"))
        .extracting(JsonNode::asString)
        .containsExactly("forward");
    assertThat(ops().get("/actuator/health/liveness").status()).isEqualTo(200);
    assertThat(ops().get("/actuator/health/readiness").status())
        .as("HTTP is wanted")
        .isEqualTo(200);
  }

  private double lag() {
    return service
        .bean(MeterRegistry.class)
        .get("quadrille.handling.lag")
        .tag("lane", "forward")
        .gauge()
        .value();
  }

  private HttpCaller ops() {
    return service.calledByOps();
  }

  private static long effects() {
    return Long.parseLong(database.ask("SELECT count(*) FROM effect"));
  }

  private void loseTheDatabase() {
    platform.drop(database);
    database = platform.newDatabase("tiny");
  }

  private static void makeTopicAnew() throws ExecutionException, InterruptedException {
    var partitions =
        admin.describeTopics(List.of(TOPIC)).allTopicNames().get().get(TOPIC).partitions().size();
    admin.deleteTopics(List.of(TOPIC)).all().get();
    await().until(() -> !admin.listTopics().names().get().contains(TOPIC));
    kafka.createTopics(List.of(TOPIC), partitions);
  }

  private static boolean aLaneBeginsAgain() {
    return Thread.getAllStackTraces().values().stream()
        .flatMap(Stream::of)
        .anyMatch(frame -> frame.getMethodName().equals("beginAgain"));
  }

  private static List<OrderPlaced> placed(int number) {
    return Stream.generate(UUID::randomUUID)
        .limit(number)
        .map(
            order ->
                new OrderPlaced(
                    order,
                    "m",
                    "n",
                    "c",
                    "EUR",
                    5L,
                    List.of(new OrderLine("tea", 1, 5L)),
                    NOW,
                    NOW))
        .toList();
  }

  private void whileItIsDown(ThrowingRunnable accident) throws Exception {
    service.close();
    accident.run();
    start();
  }

  private void thenEachHasItsEffectOnce() {
    var told = orders.stream().map(UUID::toString).collect(joining(","));
    var effects =
        "SELECT count(*) || ' at most ' || max(times) FROM effect WHERE order_id = ANY('{%s}')"
            .formatted(told);
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(database.ask(effects)).isEqualTo(orders.size() + " at most 1"));
    assertThat(database.ask("SELECT count(*) FROM parked_events")).isEqualTo("0");
  }

  private void thenPeopleAreTold(Resumption reason) {
    await().atMost(PATIENCE).until(() -> counted(reason) > 0);
    var told =
        service
            .calledByOps()
            .get("/actuator/health")
            .body()
            .at("/components/lanes/details/resumptions");
    assertThat(told.valueStream().map(each -> each.path("reason")).map(JsonNode::asString))
        .contains(reason.toString());
  }

  // A relay sends again what it has not confirmed when it is stopped.
  private void awaitThatTheRelaySendsNothingAgain() {
    var written = database.ask("SELECT pg_current_wal_lsn()");
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                database
                    .ask(
                        "SELECT bool_and(confirmed_flush_lsn >= '%s') FROM pg_replication_slots WHERE database = current_database()"
                            .formatted(written))
                    .equals("t"));
  }

  private double counted(Resumption reason) {
    return service
        .bean(MeterRegistry.class)
        .get("quadrille.handling.resumptions")
        .tag("group", GROUP)
        .tag("reason", reason.name())
        .counter()
        .count();
  }

  private double events(String outcome) {
    return service
        .bean(MeterRegistry.class)
        .find("quadrille.handling.events")
        .tag("outcome", outcome)
        .counters()
        .stream()
        .mapToDouble(Counter::count)
        .sum();
  }

  private static <T> Map<TopicPartition, T> ends(String topic, LongFunction<T> value)
      throws ExecutionException, InterruptedException {
    var number =
        admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic).partitions().size();
    var asked =
        IntStream.range(0, number)
            .boxed()
            .collect(toMap(p -> new TopicPartition(topic, p), p -> OffsetSpec.latest()));
    return admin.listOffsets(asked).all().get().entrySet().stream()
        .collect(toMap(Map.Entry::getKey, e -> value.apply(e.getValue().offset())));
  }

  /** What a broken disk does to a topic of one replica: its segments are gone, its name is not. */
  private static void loseLogs() throws IOException {
    try (var logs = Files.walk(OwnKafka.DIRECTORY.file("data"))) {
      for (var file :
          logs.filter(path -> path.getParent().getFileName().toString().startsWith(TOPIC + "-"))
              .filter(path -> !path.getFileName().toString().equals("partition.metadata"))
              .toList()) {
        Files.delete(file);
      }
    }
  }

  private interface ThrowingRunnable {
    void run() throws Exception;
  }
}
