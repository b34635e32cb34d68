package dev.quadrille.codec;

import static dev.quadrille.contracts.EventType.ORDER_PLACED;
import static dev.quadrille.contracts.EventType.STOCK_RELEASED;
import static dev.quadrille.handling.DeliveredBatch.deliverRecords;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.contracts.EventHeaders;
import dev.quadrille.contracts.EventType;
import dev.quadrille.contracts.OrderLine;
import dev.quadrille.contracts.OrderPlaced;
import dev.quadrille.contracts.StockRejected;
import dev.quadrille.contracts.StockRejectionReason;
import dev.quadrille.contracts.StockReleased;
import dev.quadrille.contracts.StockSettlement;
import dev.quadrille.handling.DeliveredBatch;
import dev.quadrille.handling.TinyApplication;
import dev.quadrille.testkit.RunningService;
import dev.quadrille.testkit.platform.Platform;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.generic.GenericData;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** What a service does with events that others wrote: other libraries, other versions. */
class OutsideWritersIT {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final Instant AT = Instant.parse("2030-01-01T12:00:00.000001Z");
  private static final long AT_MICROS = AT.getEpochSecond() * 1_000_000 + 1;

  private static RunningService service;
  private static EventCodec codec;

  private final UUID order = UUID.randomUUID();
  private final String id = UUID.randomUUID().toString();
  private final String subject = "elsewhere-" + UUID.randomUUID();

  @BeforeAll
  static void start() {
    service = RunningService.start(TinyApplication.class, "tiny");
    codec = service.bean(EventCodec.class);
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @BeforeEach
  void emptyTheParkingLot() {
    service.database().execute("DELETE FROM parked_events");
  }

  @ParameterizedTest
  @MethodSource("events")
  void handlesOnceWhatJavaScriptWritesAndWhatWeWrite(Function<UUID, SpecificRecord> about)
      throws IOException {
    var ours = about.apply(order);
    var theirs = writtenByJavaScript(ours);
    deliverRecords(service, List.of(record(ours, theirs)));
    assertThat(effects()).isOne();
    deliverRecords(service, List.of(record(ours, codec.encode(ours))));
    deliverRecords(service, List.of(record(ours, theirs), record(ours, codec.encode(ours))));
    assertThat(effects()).isOne();
    assertThat(parked()).isEqualTo("0");
  }

  /** With a list, with a symbol, and with what may be null and is not. */
  static Stream<Named<Function<UUID, SpecificRecord>>> events() {
    return Stream.of(
        Named.of("OrderPlaced", order -> placed(order, 3)),
        Named.of("StockReleased", order -> new StockReleased(order, StockSettlement.RESTOCKED, AT)),
        Named.of(
            "StockRejected",
            order -> new StockRejected(order, StockRejectionReason.UNKNOWN_SKU, "Grüße", AT)));
  }

  @Test
  void handlesOnceWhatIsCutIntoBlocksAndWhatIsNot() throws IOException {
    var event = placed(40);
    var plain = codec.encode(event);
    var cut = cutIntoBlocks(event, Wire.id(plain));
    assertThat(cut).isNotEqualTo(plain);
    assertThat(codec.plain(cut)).isEqualTo(plain);
    assertThat(codec.plain(plain)).isSameAs(plain);
    deliverRecords(service, List.of(record(event, plain), record(event, cut)));
    deliverRecords(service, List.of(record(event, cut)));
    assertThat(effects()).isOne();
    assertThat(parked()).isEqualTo("0");
  }

  @Test // case A1
  void handlesASymbolThatItDoesNotKnow() {
    var value = released(text -> text.replace("\"RELEASED\"", "\"LOST\",\"RELEASED\""), "LOST");
    assertThat(((StockReleased) codec.decode(STOCK_RELEASED, value)).getSettlement())
        .isEqualTo(StockSettlement.UNKNOWN);
    deliverRecords(service, List.of(record(released(), value)));
    assertThat(effects()).isOne();
    assertThat(parked()).isEqualTo("0");
  }

  @Test // case A2, without and with an alias
  void parksARenamedRecordOnceAndGoesOn() {
    var renamed = released(text -> text.replace("\"StockReleased\"", "\"StockFreed\""), "RELEASED");
    var aliased =
        released(
            text ->
                text.replace(
                    "\"name\":\"StockReleased\"",
                    "\"name\":\"StockFreed\",\"aliases\":[\"StockReleased\"]"),
            "RELEASED");
    var other = new StockReleased(UUID.randomUUID(), StockSettlement.RELEASED, AT);
    var batch =
        List.of(
            record(other, renamed),
            record(other, aliased),
            record(released(), encoded(released())));
    deliverRecords(service, batch);
    deliverRecords(service, batch);
    assertThat(parked()).isEqualTo("2");
    assertThat(service.database().ask("SELECT string_agg(DISTINCT detail, '') FROM parked_events"))
        .isEqualTo(
            "announced as dev.quadrille.contracts.StockReleased,"
                + " written as dev.quadrille.contracts.StockFreed");
    assertThat(effects()).isOne();
  }

  @Test // case A6, a later version's event
  void handlesAnEventWithAFieldThatItDoesNotKnow() {
    var value =
        released(
            text ->
                text.replace(
                    "\"fields\":[",
                    "\"fields\":[{\"name\":\"depot\",\"type\":[\"null\",\"string\"],\"default\":null},"),
            "RELEASED");
    deliverRecords(service, List.of(record(released(), value)));
    assertThat(effects()).isOne();
    assertThat(parked()).isEqualTo("0");
  }

  private static byte[] writtenByJavaScript(SpecificRecord event) throws IOException {
    var type = EventType.of(event);
    var question =
        Map.of(
            "topic", type.topic(), "subject", type.subject(), "event", OutsideReader.plain(event));
    var answers =
        OutsideReader.of(Platform.shared().ccompatUrl())
            .ask(List.of(JSON.writeValueAsString(question)));
    return Base64.getDecoder().decode(JSON.readTree(answers.get(0)).path("value").asString());
  }

  /** As libraries write that give each block of a list its size. */
  private static byte[] cutIntoBlocks(OrderPlaced event, int schema) throws IOException {
    var out = new ByteArrayOutputStream();
    var encoder = new EncoderFactory().configureBlockSize(64).blockingBinaryEncoder(out, null);
    new SpecificDatumWriter<OrderPlaced>(ORDER_PLACED.schema()).write(event, encoder);
    encoder.flush();
    return Wire.value(schema, out.toByteArray());
  }

  /** A StockReleased as another version of its schema has it, under a name of its own. */
  private byte[] released(UnaryOperator<String> change, String settlement) {
    var schema = Wire.parse(change.apply(STOCK_RELEASED.schema().toString()));
    var event = new GenericData.Record(schema);
    schema
        .getFields()
        .forEach(
            field ->
                event.put(
                    field.name(),
                    switch (field.name()) {
                      case "orderId" -> order.toString();
                      case "settlement" -> new GenericData.EnumSymbol(field.schema(), settlement);
                      case "releasedAt" -> AT_MICROS;
                      default -> null;
                    }));
    return Wire.value(service.bean(RegistryClient.class).register(subject, schema), event);
  }

  private OrderPlaced placed(int lines) {
    return placed(order, lines);
  }

  private static OrderPlaced placed(UUID order, int lines) {
    var all = IntStream.range(0, lines).mapToObj(i -> new OrderLine("Grüße " + i, 1, 5L)).toList();
    return new OrderPlaced(order, "m", "n", "\uD83C\uDF75", "EUR", 5L * lines, all, AT, AT);
  }

  private StockReleased released() {
    return new StockReleased(order, StockSettlement.RELEASED, AT);
  }

  private static byte[] encoded(SpecificRecord event) {
    return codec.encode(event);
  }

  private ConsumerRecord<byte[], byte[]> record(SpecificRecord event, byte[] value) {
    var record = DeliveredBatch.record(event, value);
    record.headers().remove(EventHeaders.ID);
    DeliveredBatch.header(record, EventHeaders.ID, id);
    return record;
  }

  private int effects() {
    return Integer.parseInt(
        service
            .database()
            .ask(
                "SELECT coalesce(max(times), 0) FROM effect WHERE order_id = '%s'"
                    .formatted(order)));
  }

  private static String parked() {
    return service.database().ask("SELECT count(*) FROM parked_events");
  }
}
