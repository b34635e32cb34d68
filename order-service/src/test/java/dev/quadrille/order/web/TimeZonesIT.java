package dev.quadrille.order.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.contracts.EventType;
import dev.quadrille.testkit.HttpCaller.Answer;
import dev.quadrille.testkit.RunningService;
import dev.quadrille.testkit.oracle.TopicReader;
import dev.quadrille.testkit.platform.Database;
import dev.quadrille.testkit.platform.Platform;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A service whose clock on the wall shows half past something else than the database's: an instant
 * is the same everywhere, and lasts as long. Case A5.
 */
class TimeZonesIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String HERE = "America/St_Johns";
  private static final ZoneRules RULES = ZoneId.of(HERE).getRules();
  // Half an hour after the clocks went back: the wall shows the same for the second time.
  private static final Duration LONG =
      Duration.between(Instant.now(), whenClocksGoBack().plus(Duration.ofMinutes(30)))
          .truncatedTo(ChronoUnit.SECONDS);
  // So many times twenty-four hours, one of them in a night of another length.
  private static final Duration RETENTION =
      Duration.ofDays(Duration.between(Instant.now(), whenClocksMove()).toDays() + 1);

  private static Database database;
  private static OrderProcess process;

  @BeforeAll
  static void start() {
    Platform.shared().createTopics(6, RunningService.topics().toArray(String[]::new));
    database = Platform.shared().newDatabase("order");
    database.execute(
        "ALTER DATABASE \"%s\" SET timezone = 'Asia/Kolkata'".formatted(database.name()));
    process =
        new OrderProcess(
            database,
            List.of("-Duser.timezone=" + HERE),
            List.of(
                "quadrille.order.deadline=%ds".formatted(LONG.toSeconds()),
                "quadrille.order.sweep-pause=200ms",
                "quadrille.idempotency.retention=%dd".formatted(RETENTION.toDays())));
  }

  @AfterAll
  static void stop() {
    process.close();
    Platform.shared().drop(database);
  }

  @Test
  void meansTheSameInstantEverywhere() throws IOException {
    var before = Instant.now();
    var placed = place("everywhere");
    var after = Instant.now();

    var placedAt = micros("placed_at", "orders WHERE id", placed);
    assertThat(placedAt).isBetween(micros(before.minusSeconds(1)), micros(after.plusSeconds(1)));
    assertThat(micros("deadline", "orders WHERE id", placed)).isEqualTo(placedAt + micros(LONG));
    assertThat(hoursOnTheWall(Instant.EPOCH.plus(placedAt + micros(LONG), ChronoUnit.MICROS)))
        .as("that night, and for the second time")
        .isEqualTo(2);

    var record = told(placed);
    var event = event(record);
    assertThat(event.get("placedAt")).isEqualTo(placedAt);
    assertThat(event.get("deadline")).isEqualTo(placedAt + micros(LONG));
    assertThat(micros(TopicReader.describe(record).emittedAt()))
        .isEqualTo(micros("created_at", "outbox WHERE aggregate_id", placed));
    assertThat(journal(placed))
        .extracting(TimeZonesIT::micros)
        .containsExactly(micros("at", "state_journal WHERE aggregate_id", placed));
  }

  @Test
  void showsInstantsOfEveryYearAndOfBothNightsWhenTheClocksMove() {
    var placed = place("shown");
    var first = journal(placed).get(0);
    var instants =
        Stream.of(
                "1969-12-31T23:59:59.999999Z",
                // What the wall never shows would stand between these.
                "2027-03-14T05:29:59.999999Z",
                "2027-03-14T05:30:00Z",
                "2027-11-07T04:00:00.000001Z",
                "2027-11-07T05:00:00.000001Z",
                "9999-12-31T23:59:59.999999Z")
            .map(Instant::parse)
            .toList();
    for (var instant : instants) {
      database.execute(
          "INSERT INTO state_journal VALUES ('%s', gen_random_uuid(), 'CONFIRM', 1, 2, '%s')"
              .formatted(placed.text("orderId"), instant));
    }
    assertThat(journal(placed)).contains(first).containsAll(instants).hasSize(7);
  }

  @Test
  void keepsAnAnswerForSoManyHours() {
    place("kept");
    assertThat(
            database.ask(
                """
                SELECT DISTINCT (extract(epoch FROM expires_at) - extract(epoch FROM claimed_at))::bigint
                FROM idempotency_key
                """))
        .isEqualTo(String.valueOf(RETENTION.toSeconds()));
  }

  @Test
  void cancelsWhatIsOverdueAndNothingElse() {
    var due = place("due");
    var young = place("young");
    move(young, "now() + interval '30 minutes'");
    move(due, "now() - interval '1 second'");
    await().atMost(PATIENCE).until(() -> show(due).text("status").equals("CANCELLING"));
    assertThat(show(due).text("reason")).isEqualTo("TIMEOUT");
    assertThat(show(young).text("status")).isEqualTo("PLACED");
  }

  private static void move(Answer placed, String deadline) {
    database.execute(
        "UPDATE orders SET deadline = %s WHERE id = '%s'"
            .formatted(deadline, placed.text("orderId")));
  }

  private static Answer place(String number) {
    var answer =
        process
            .shop()
            .post(
                "/orders",
                "{\"merchantOrderNo\":\"%s\",\"customerId\":\"c\",\"currency\":\"EUR\",\"lines\":[{\"sku\":\"tea\",\"quantity\":1,\"unitPriceMinor\":1}]}"
                    .formatted(number));
    assertThat(answer.status()).isEqualTo(202);
    return answer;
  }

  private static Answer show(Answer placed) {
    return process.shop().get(placed.header("Location"));
  }

  private static List<Instant> journal(Answer placed) {
    return show(placed)
        .body()
        .get("journal")
        .valueStream()
        .map(move -> Instant.parse(move.get("at").asString()))
        .toList();
  }

  private static ConsumerRecord<byte[], byte[]> told(Answer placed) {
    var reader = new TopicReader(Platform.shared().bootstrapServers());
    return await()
        .atMost(PATIENCE)
        .until(
            () ->
                reader.records().stream()
                    .filter(
                        record -> TopicReader.describe(record).key().equals(placed.text("orderId")))
                    .toList(),
            found -> !found.isEmpty())
        .get(0);
  }

  /** As somebody reads it who knows of no instants, only of microseconds. */
  private static GenericRecord event(ConsumerRecord<byte[], byte[]> record) throws IOException {
    var value = record.value();
    var body = DecoderFactory.get().binaryDecoder(value, 5, value.length - 5, null);
    return new GenericDatumReader<GenericRecord>(EventType.ORDER_PLACED.schema()).read(null, body);
  }

  private static Instant whenClocksMove() {
    return RULES.nextTransition(Instant.now().plus(Duration.ofDays(1))).getInstant();
  }

  private static Instant whenClocksGoBack() {
    var move = RULES.nextTransition(whenClocksMove().minusSeconds(1));
    return move.isOverlap()
        ? move.getInstant()
        : RULES.nextTransition(move.getInstant()).getInstant();
  }

  private static long hoursOnTheWall(Instant instant) {
    var wall = instant.atZone(ZoneId.of(HERE));
    return wall.equals(wall.withLaterOffsetAtOverlap())
        ? RULES.getValidOffsets(wall.toLocalDateTime()).size()
        : 0;
  }

  private static long micros(String column, String rows, Answer placed) {
    return Long.parseLong(
        database.ask(
            "SELECT (extract(epoch FROM %s) * 1000000)::bigint FROM %s = '%s'"
                .formatted(column, rows, placed.text("orderId"))));
  }

  private static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }

  private static long micros(Duration duration) {
    return duration.toSeconds() * 1_000_000;
  }
}
