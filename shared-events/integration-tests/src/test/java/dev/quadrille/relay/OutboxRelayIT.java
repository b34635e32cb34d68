package dev.quadrille.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows become records, and nothing else does. */
@ParameterizedClass
@EnumSource(RelayMode.class)
class OutboxRelayIT extends RelayFixture {
  @Parameter private RelayMode mode;

  @Test
  void relaysRowsWrittenBeforeAndWhileItRunsInCommitOrder() {
    var before = outbox.append(ORDER, 20);
    try (var relay = relay(mode).start()) {
      eventually(relay::streams);
      var after = outbox.append(ORDER, 20);

      awaitRelayed(after);
      assertThat(topic.idsOf(ORDER).subList(0, 20)).isEqualTo(before);
      assertThat(topic.idsOf(ORDER).subList(20, 40)).isEqualTo(after);
      // The first start is a gap: nobody has relayed what was accepted before.
      assertThat(relay.gaps()).isEqualTo(1);
    }
  }

  @Test
  void writesTheSameRecordWhetherStreamedOrReadFromTheTable() {
    var fromTable = outbox.append(ORDER, 1).get(0);
    try (var relay = relay(mode).start()) {
      eventually(relay::streams);
      var streamed = outbox.append(ORDER, 1).get(0);
      awaitRelayed(List.of(fromTable, streamed));
    }
    for (var event : topic.records()) {
      var id = TopicReader.id(event);
      assertThat(event.key()).isEqualTo(ORDER.toString());
      assertThat(event.value()).containsExactly(0);
      assertThat(TopicReader.headers(event))
          .containsExactlyInAnyOrderEntriesOf(
              Map.of(
                  "ce_specversion",
                  "1.0",
                  "ce_id",
                  id.toString(),
                  "ce_type",
                  "OrderPlaced",
                  "ce_source",
                  "/quadrille/order",
                  "ce_time",
                  timeOf(id),
                  "ce_subject",
                  ORDER.toString(),
                  "ce_traceparent",
                  Outbox.traceparent(id),
                  "content-type",
                  "application/avro"));
    }
  }

  @Test
  void repeatsAtMostTheLastTransactionAfterACleanStop() {
    try (var first = relay(mode).start()) {
      eventually(first::streams);
      awaitRelayed(outbox.append(ORDER, 50));
    }
    try (var second = relay(mode).start()) {
      awaitRelayed(outbox.append(ORDER, 1));
      assertThat(second.gaps()).isZero();
    }
    assertThat(topic.repeats()).isLessThanOrEqualTo(1);
  }

  // case A6
  @Test
  void makesNoRecordOfAnythingButAnInsert() {
    try (var relay = relay(mode).start()) {
      eventually(relay::streams);
      awaitRelayed(outbox.append(ORDER, 3));
      outbox.database().execute("UPDATE outbox SET topic = 'elsewhere'");
      outbox.database().execute("DELETE FROM outbox WHERE seq = 1");
      outbox.database().execute("ALTER TABLE outbox ADD COLUMN note text NOT NULL DEFAULT 'new'");
      outbox.database().execute("ALTER TABLE outbox ADD COLUMN hint int");
      awaitRelayed(outbox.append(ORDER, 3));
      // Writes the whole table anew.
      outbox.database().execute("ALTER TABLE outbox ALTER COLUMN hint TYPE bigint");
      outbox.database().execute("TRUNCATE outbox");
      awaitRelayed(outbox.append(ORDER, 3));
      outbox.database().execute("DROP TABLE outbox_default");
      outbox.database().execute("CREATE TABLE outbox_default PARTITION OF outbox DEFAULT");
      awaitRelayed(outbox.append(ORDER, 3));
      assertThat(topic.idsOf(ORDER)).hasSize(12);
      assertThat(relay.meters().get("quadrille.relay.events").counter().count()).isEqualTo(12);
    }
  }

  @Test
  void republishesOnRequestUnderTheSameIds() {
    var events = outbox.append(ORDER, 5);
    try (var relay = relay(mode).start()) {
      awaitRelayed(events);
      var before = topic.records().size();

      var sent = relay.relay().republish(Instant.EPOCH, "incident-42");

      assertThat(sent).isEqualTo(5);
      eventually(() -> topic.records().size() == before + 5);
      var again = topic.records().subList(before, before + 5);
      assertThat(again).extracting(TopicReader::id).isEqualTo(events);
      assertThat(again)
          .allMatch(
              event -> TopicReader.headers(event).get("quadrille-replay").equals("incident-42"));
    }
  }

  private String timeOf(UUID id) {
    return ask(
        """
        SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
        FROM outbox WHERE id = '%s'\
        """
            .formatted(id));
  }
}
