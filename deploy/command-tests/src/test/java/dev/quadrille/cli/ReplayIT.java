package dev.quadrille.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.cli.topics.TopicAdmin;
import dev.quadrille.contracts.EventHeaders;
import dev.quadrille.contracts.EventType;
import dev.quadrille.contracts.Lane;
import dev.quadrille.handling.ConsumerGroup;
import dev.quadrille.local.Participant;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@ExtendWith(CornerShop.class)
class ReplayIT {
  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final int SAGAS = Integer.getInteger("quadrille.replayed-sagas", 20);
  private static final String TOPICS =
      Arrays.stream(EventType.values())
          .map(EventType::topic)
          .distinct()
          .collect(Collectors.joining(","));

  private final Corner corner;
  private final Path target;

  ReplayIT(Corner corner) {
    this.corner = corner;
    this.target = corner.target();
  }

  @Test // case R1
  void changesNothingWhenFinishedSagasAreSentAgainAndNobodyRemembersThem() {
    var orders = IntStream.range(0, SAGAS).mapToObj(i -> corner.order()).toList();
    orders.forEach(order -> corner.awaitStatus(order, "CONFIRMED"));
    corner.refund(orders.get(0));
    corner.awaitStatus(orders.get(0), "REFUNDED");
    awaitQuiet();
    for (var service : Participant.values()) {
      corner.execute(service, "DELETE FROM processed_events");
    }
    var before = written();

    var replay =
        replay("--keys", keys(orders), "--live", "--yes", "--rate", "5000", "--name", "again");

    assertThat(replay.exitCode()).as(replay.err()).isEqualTo(ExitCode.WELL);
    assertThat(replay.out()).contains(" records sent again as again");
    awaitQuiet();
    assertThat(written()).isEqualTo(before);
    thenTheSameStandsTwice(orders.get(0));
    assertThat(CommandRun.about(target, "trace", orders.get(0).toString()).out())
        .contains("OrderRefunded", "replayed as again");
  }

  @Test
  void predictsWhatEachServiceWouldDoAndWritesNothing() {
    var finished = corner.order();
    corner.awaitStatus(finished, "CONFIRMED");
    awaitQuiet();
    corner.pause(Participant.ACCOUNT, Lane.FORWARD);
    var waiting = corner.order();
    corner.awaitAnswer(
        Participant.INVENTORY,
        "SELECT count(*) FROM reservation WHERE order_id = '%s'".formatted(waiting),
        "1"::equals);
    await().atMost(PATIENCE).until(() -> corner.records(waiting).size() == 2);
    // Inventory forgets one of them, and one outcome stands against what comes again.
    corner.execute(
        Participant.INVENTORY,
        "DELETE FROM processed_events WHERE event_id IN (SELECT event_id FROM state_journal"
            + " WHERE aggregate_id = '%s')".formatted(finished));
    var before = written();

    var predicted = json(replay("--keys", keys(List.of(finished, waiting)), "--json"));

    assertThat(predicted.path("unseen")).isEmpty();
    assertThat(what(predicted, finished, "OrderPlaced", "inventory")).isEqualTo("DUPLICATE");
    assertThat(detail(predicted, finished, "OrderPlaced", "inventory")).isNotEqualTo("claimed");
    assertThat(detail(predicted, finished, "StockReserved", "account")).isEqualTo("claimed");
    assertThat(what(predicted, finished, "OrderConfirmed", "notification")).isEqualTo("DUPLICATE");
    assertThat(what(predicted, waiting, "OrderPlaced", "inventory")).isEqualTo("DUPLICATE");
    assertThat(what(predicted, waiting, "StockReserved", "account")).isEqualTo("APPLIED");
    assertThat(detail(predicted, waiting, "StockReserved", "account"))
        .isEqualTo("payment CREATE: APPLIED, tells AccountDebited");
    assertThat(written()).isEqualTo(before);
    corner.resume(Participant.ACCOUNT, Lane.FORWARD);
    corner.awaitStatus(waiting, "CONFIRMED");
  }

  @Test // case R3
  void takesNothingFromAfterTheLastRecord() {
    var later = Instant.now().plus(Duration.ofHours(2)).toString();

    var replay = replay("--from", later, "--live", "--yes", "--json");

    assertThat(replay.exitCode()).as(replay.err()).isEqualTo(ExitCode.WELL);
    assertThat(json(replay).path("records").asLong()).isZero();
  }

  @Test
  void refusesATimeWithoutAZoneAndAnUnconfirmedPlan() {
    assertThat(replay("--from", "2026-03-29T02:30:00").exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(replay("--types", "OrderPlace").err()).contains("nobody knows 'OrderPlace'");
    corner.awaitStatus(corner.order(), "CONFIRMED");
    assertThat(replay("--live").err()).contains("nobody is there to confirm");
  }

  @Test
  void endsBeforeOpenTransactionsAndSaysWhatItCannotSee() {
    var topic = "transactions-" + UUID.randomUUID();
    corner.createTopic(topic);
    var settings = new HashMap<>(corner.kafka());
    settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, topic);
    try (var producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(record(topic, "kept"));
      producer.commitTransaction();
      producer.beginTransaction();
      producer.send(record(topic, "aborted"));
      producer.flush();
      producer.abortTransaction();
      producer.beginTransaction();
      producer.send(record(topic, "open"));
      producer.flush();

      var replay = json(CommandRun.about(target, "replay", "--topics", topic, "--json"));

      assertThat(replay.path("records").asInt()).isEqualTo(1);
      assertThat(replay.path("unseen").valueStream().map(JsonNode::asString))
          .contains(
              "3 offsets hold nothing: markers of transactions, aborted records, or compacted away",
              topic + "-0: 1 offsets stand behind an open transaction");
      producer.abortTransaction();
    }
  }

  @Test // case R6
  void takesAWindowFromOneSystemToAnotherWithNothingPersonalInIt(@TempDir Path directory) {
    var order = corner.order();
    corner.awaitStatus(order, "CONFIRMED");
    awaitQuiet();
    var before = written();
    var archive = new ArchiveFile(directory.resolve("incident.ndjson"));

    thenExported(order, archive);
    assertThat(archive.everything()).doesNotContain("customer-", "corner-").contains("masked-");
    thenExported(order, archive, "--reveal");
    assertThat(archive.everything()).contains("customer-", "corner-");

    // As if it came from a registry that has numbered its schemas otherwise.
    archive.renumberSchemas();
    var imported = json(CommandRun.about(target, "import", archive.path(), "--json"));
    assertThat(imported.path("replay").asString()).isEqualTo("import-incident.ndjson");
    assertThat(imported.path("topics").path("order.events").asInt()).isEqualTo(2);
    awaitQuiet();
    assertThat(written()).isEqualTo(before);
    assertThat(
            corner.ask(
                Participant.INVENTORY,
                "SELECT count(*) FROM parked_events WHERE key = convert_to('%s', 'UTF8')"
                    .formatted(order)))
        .isEqualTo("0");
    assertThat(CommandRun.about(target, "trace", order.toString()).out())
        .contains("replayed as import-incident.ndjson");
    thenIsRefusedByWhatIsNoTestSystem(archive.path());
  }

  private void thenExported(UUID order, ArchiveFile archive, String... more) {
    var arguments =
        new ArrayList<>(List.of("export", "--topics", TOPICS, "--keys", order.toString()));
    arguments.addAll(List.of("--file", archive.path()));
    arguments.addAll(List.of(more));
    var exported = CommandRun.about(target, arguments.toArray(String[]::new));
    assertThat(exported.exitCode()).as(exported.err()).isEqualTo(ExitCode.WELL);
    assertThat(exported.out()).startsWith("6 records and 6 schemas in ");
  }

  private void thenIsRefusedByWhatIsNoTestSystem(String archive) {
    var other = corner.targetWhoseOrderServiceKnowsNoFaults();
    var refused = CommandRun.about(other, "import", archive);
    assertThat(refused.exitCode()).isEqualTo(ExitCode.BAD);
    assertThat(refused.err())
        .contains("order is no part of a test system (quadrille.test-system); nothing was done");
    assertThat(CommandRun.about(other, "inject", "duplicate", "--share", "1").err())
        .contains("order is no part of a test system");
    var noArchive = CommandRun.about(target, "import", target.toString());
    assertThat(noArchive.exitCode()).isEqualTo(ExitCode.BAD);
    assertThat(noArchive.err()).contains("is no archive, line 1").hasLineCount(1);
  }

  private static ProducerRecord<byte[], byte[]> record(String topic, String value) {
    return new ProducerRecord<>(topic, 0, null, value.getBytes(StandardCharsets.UTF_8));
  }

  /** Waits until everybody has read everything, and nobody writes any more. */
  private void awaitQuiet() {
    var last = new AtomicReference<Map<String, String>>();
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(500))
        .until(
            () -> {
              var now = written();
              return allIsRead() && now.equals(last.getAndSet(now));
            });
  }

  private boolean allIsRead() {
    try (var admin = new TopicAdmin(corner.kafka())) {
      return Arrays.stream(Participant.values())
          .flatMap(
              service ->
                  Arrays.stream(Lane.values()).map(lane -> ConsumerGroup.of(service.label(), lane)))
          .map(admin::committed)
          .allMatch(
              read ->
                  admin.ends(read.keySet()).entrySet().stream()
                      .allMatch(end -> end.getValue() <= read.get(end.getKey())));
    }
  }

  /** Case R5: key, bytes, headers in their order, and where the key belongs. */
  private void thenTheSameStandsTwice(UUID order) {
    var originals = new ArrayList<String>();
    var again = new ArrayList<String>();
    for (var record : corner.records(order)) {
      var replayed = record.headers().lastHeader(EventHeaders.REPLAY) != null;
      (replayed ? again : originals).add(described(record));
    }
    assertThat(again).isNotEmpty().containsExactlyInAnyOrderElementsOf(originals);
  }

  private static String described(ConsumerRecord<byte[], byte[]> record) {
    var headers =
        Arrays.stream(record.headers().toArray())
            .filter(header -> !header.key().equals(EventHeaders.REPLAY))
            .map(header -> header.key() + "=" + Arrays.toString(header.value()))
            .toList();
    return record.topic() + record.partition() + Arrays.toString(record.value()) + headers;
  }

  /** How much each service has written that anybody could see. */
  private Map<String, String> written() {
    var written = new HashMap<String, String>();
    for (var service : Participant.values()) {
      written.put(service + " outbox", corner.ask(service, "SELECT count(*) FROM outbox"));
      written.put(service + " moves", corner.ask(service, "SELECT count(*) FROM state_journal"));
    }
    written.put("ledger", corner.ask(Participant.ACCOUNT, "SELECT count(*) FROM ledger_entry"));
    written.put("money", corner.ask(Participant.ACCOUNT, "SELECT sum(balance_minor) FROM account"));
    written.put(
        "stock",
        corner.ask(
            Participant.INVENTORY, "SELECT string_agg(stock::text, ',' ORDER BY sku) FROM stock"));
    written.put(
        "notifications",
        corner.ask(
            Participant.NOTIFICATION,
            "SELECT string_agg(state::text, ',' ORDER BY id) FROM notification"));
    return written;
  }

  private CommandRun replay(String... more) {
    var arguments = new ArrayList<>(List.of("replay", "--topics", TOPICS));
    arguments.addAll(List.of(more));
    return CommandRun.about(target, arguments.toArray(String[]::new));
  }

  private static String keys(List<UUID> orders) {
    return orders.stream().map(UUID::toString).collect(Collectors.joining(","));
  }

  private static String what(JsonNode predicted, UUID order, String type, String service) {
    return found(predicted, order, type, service).path("what").asString();
  }

  private static String detail(JsonNode predicted, UUID order, String type, String service) {
    return found(predicted, order, type, service).path("detail").asString();
  }

  private static JsonNode found(JsonNode predicted, UUID order, String type, String service) {
    return predicted
        .path("predictions")
        .valueStream()
        .filter(it -> it.path("order").asString().equals(order.toString()))
        .filter(it -> it.path("type").asString().equals(type))
        .filter(it -> it.path("service").asString().equals(service))
        .findFirst()
        .orElseThrow(() -> new AssertionError(predicted.toPrettyString()));
  }

  private static JsonNode json(CommandRun ran) {
    assertThat(ran.exitCode()).as(ran.err()).isEqualTo(ExitCode.WELL);
    return JsonMapper.shared().readTree(ran.out());
  }
}
