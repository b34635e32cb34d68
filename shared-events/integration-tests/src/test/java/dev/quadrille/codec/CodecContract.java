package dev.quadrille.codec;

import static dev.quadrille.contracts.EventType.ORDER_PLACED;
import static dev.quadrille.contracts.EventType.STOCK_COMMITTED;
import static dev.quadrille.contracts.EventType.STOCK_REJECTED;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.quadrille.contracts.EventType;
import dev.quadrille.contracts.OrderPlaced;
import dev.quadrille.contracts.StockRejected;
import dev.quadrille.contracts.StockRejectionReason;
import dev.quadrille.testkit.platform.Platform;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.specific.SpecificRecord;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What the codec promises with any serde, against the real registry. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class CodecContract {
  private CodecContext context;
  private EventCodec codec;

  /** A codec with the serde that is put to the test, started. */
  abstract CodecContext open(URI registry, String... settings);

  @BeforeAll
  void start() {
    context = open(Platform.shared().ccompatUrl()).awaitReady();
    codec = context.codec();
  }

  @AfterAll
  void stop() {
    context.close();
  }

  @ParameterizedTest
  @EnumSource
  void readsWhatItWrites(EventType type) {
    var event = SampleEvents.of(type);

    var read = codec.decode(type, codec.encode(event));

    assertThat(read).isEqualTo(event).isInstanceOf(type.record());
  }

  @ParameterizedTest // case A5
  @ValueSource(
      strings = {
        "1969-12-31T23:59:59.999999Z",
        "1969-07-20T20:17:40.000001Z",
        "1970-01-01T00:00:00Z",
        "2027-03-14T05:30:00.123456Z",
        "9999-12-31T23:59:59.999999Z"
      })
  void keepsInstantsToTheMicrosecond(Instant instant) {
    var order = (OrderPlaced) SampleEvents.of(ORDER_PLACED);
    var event = OrderPlaced.newBuilder(order).setPlacedAt(instant).setDeadline(instant).build();

    var value = codec.encode(event);

    assertThat(Wire.read(value, ORDER_PLACED.schema()).get("deadline")).isEqualTo(micros(instant));
    assertThat(codec.decode(ORDER_PLACED, value)).isEqualTo(event);
  }

  private static long micros(Instant instant) {
    return instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1000;
  }

  @ParameterizedTest
  @EnumSource
  void writesTheIdUnderWhichTheRegistryShowsTheSchema(EventType type) {
    var value = codec.encode(SampleEvents.of(type));

    assertThat(value).startsWith(0);
    assertThat(context.registry().find(type.subject(), type.schema())).hasValue(Wire.id(value));
    assertThat(context.registry().schema(Wire.id(value))).contains(type.schema());
  }

  @Test
  void servesManyThreadsAtOnce() throws Exception {
    var threads = Executors.newFixedThreadPool(8);
    try {
      var work = new ArrayList<Callable<Boolean>>();
      for (var round = 0; round < 400; round++) {
        for (var type : EventType.values()) {
          var event = SampleEvents.of(type);
          work.add(() -> codec.decode(type, codec.encode(event)).equals(event));
        }
      }
      for (var done : threads.invokeAll(work)) {
        assertThat(done.get()).isTrue();
      }
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void refusesToWriteWhatBreaksARule() {
    var order = (OrderPlaced) SampleEvents.of(ORDER_PLACED);
    var wrong = OrderPlaced.newBuilder(order).setTotalMinor(1).build();

    assertThatThrownBy(() -> codec.encode(wrong))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("totalMinor");
  }

  /** A registry that asks who wants to know. */
  @Nested
  class Login {
    private static final String STALE = "xyzzy";
    private static final String GOOD = "plugh";

    @TempDir private Path secrets;
    private final FaultyRegistry registry = new FaultyRegistry(Platform.shared().ccompatUrl());

    @AfterEach
    void stop() {
      registry.close();
    }

    @Test // case P5
    void changesWithoutARestart() throws IOException {
      registry.letIn("shop", STALE);
      write("shop", STALE);
      try (var context = openWithLogin().awaitReady()) {
        var value = Wire.committedInAnotherVersion(context);
        registry.letIn("shop-2", GOOD);
        for (var attempt = 0; attempt < 2; attempt++) {
          assertThatThrownBy(() -> context.codec().decode(STOCK_COMMITTED, value))
              .isInstanceOf(RegistryUnavailableException.class)
              .hasMessageContaining("does not let us in");
        }

        write("shop-2", GOOD);
        await()
            .ignoreExceptionsInstanceOf(RegistryUnavailableException.class)
            .untilAsserted(
                () ->
                    assertThat(context.codec().decode(STOCK_COMMITTED, value))
                        .isEqualTo(SampleEvents.of(STOCK_COMMITTED)));
        registry.hangUp();
        var codec = context.codec();
        assertThat(EventType.values())
            .as("what we write and read though the registry has gone")
            .allSatisfy(
                type -> {
                  var event = SampleEvents.of(type);
                  assertThat(codec.decode(type, codec.encode(event))).isEqualTo(event);
                });
      }
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void isToldInHealthWhenItIsWrongAndNotWhatItIs(CapturedOutput said) throws IOException {
      registry.letIn("shop", GOOD);
      try (var context = openWithLogin()) {
        await().until(() -> reason(context).contains("cannot be read"));
        write("shop", STALE);
        await().until(() -> reason(context).contains("does not let us in"));
        write("shop", GOOD);
        context.awaitReady();
      }
      assertThat(said)
          .contains("does not let us in")
          .doesNotContain(STALE, GOOD, base64("shop:" + STALE), base64("shop:" + GOOD));
    }

    private CodecContext openWithLogin() {
      return open(
          registry.url(),
          "quadrille.codec.registry-username-file=" + secrets.resolve("username"),
          "quadrille.codec.registry-password-file=" + secrets.resolve("password"));
    }

    private void write(String username, String password) throws IOException {
      Files.writeString(secrets.resolve("username"), username + "\n");
      Files.writeString(secrets.resolve("password"), password + "\n");
    }

    private static String reason(CodecContext context) {
      return String.valueOf(context.health().getDetails().get("reason"));
    }

    private static String base64(String text) {
      return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    }
  }

  /** What a later version of us, or somebody else, may write. */
  @Nested
  class OtherWriters {
    private final String subject = "elsewhere-" + UUID.randomUUID();

    // case A1
    @Test
    void mapsAnUnknownSymbolToTheDefault() {
      var evolved = schema(text -> text.replace("\"UNKNOWN_SKU\"", "\"UNKNOWN_SKU\",\"RECALLED\""));
      var event = like(evolved, SampleEvents.of(STOCK_REJECTED));
      event.put(
          "reason", new GenericData.EnumSymbol(evolved.getField("reason").schema(), "RECALLED"));

      var read = (StockRejected) codec.decode(STOCK_REJECTED, registered(event));

      assertThat(read.getReason()).isEqualTo(StockRejectionReason.UNKNOWN);
    }

    // case A6, of a later version
    @Test
    void passesOverANewField() {
      var evolved =
          schema(
              text ->
                  text.replace(
                      "\"fields\":[",
                      "\"fields\":[{\"name\":\"depot\",\"type\":\"string\",\"default\":\"\"},"));
      var event = like(evolved, SampleEvents.of(STOCK_REJECTED));
      event.put("depot", "north");

      assertThat(codec.decode(STOCK_REJECTED, registered(event)))
          .isEqualTo(SampleEvents.of(STOCK_REJECTED));
    }

    // case A6, of an earlier version
    @Test
    void fillsInAFieldThatCameLater() {
      var earlier = new GenericData.Record(withoutSku());
      var now = SampleEvents.of(STOCK_REJECTED);
      var whole = like(schema(text -> text), now);
      earlier
          .getSchema()
          .getFields()
          .forEach(field -> earlier.put(field.name(), whole.get(field.name())));

      var read = (StockRejected) codec.decode(STOCK_REJECTED, registered(earlier));

      assertThat(read.getSku()).isNull();
      assertThat(read.getReason()).isEqualTo(((StockRejected) now).getReason());
    }

    // case A2
    @Test
    void keepsOutARenamedRecord() {
      var renamed = schema(text -> text.replace("\"StockRejected\"", "\"StockRefused\""));
      var value = registered(like(renamed, SampleEvents.of(STOCK_REJECTED)));

      assertUnreadable(STOCK_REJECTED, value)
          .hasMessage(
              "announced as dev.quadrille.contracts.StockRejected,"
                  + " written as dev.quadrille.contracts.StockRefused");
    }

    // case A2, with an alias
    @Test
    void keepsOutARenamedRecordWithAnAlias() {
      var renamed =
          schema(
              text ->
                  text.replace(
                      "\"name\":\"StockRejected\"",
                      "\"name\":\"StockRefused\",\"aliases\":[\"StockRejected\"]"));
      var value = registered(like(renamed, SampleEvents.of(STOCK_REJECTED)));

      assertUnreadable(STOCK_REJECTED, value).hasMessageContaining("StockRefused");
    }

    @Test
    void keepsOutASchemaThatCannotBeResolved() {
      var other = schema(text -> text.replace("rejectedAt", "at"));
      var value = registered(like(other, SampleEvents.of(STOCK_REJECTED)));

      assertUnreadable(STOCK_REJECTED, value).hasMessageStartingWith("not of its schema");
    }

    private static Schema withoutSku() {
      var now = STOCK_REJECTED.schema();
      return Schema.createRecord(
          now.getName(),
          now.getDoc(),
          now.getNamespace(),
          false,
          now.getFields().stream()
              .filter(field -> !field.name().equals("sku"))
              .map(field -> new Schema.Field(field, field.schema()))
              .toList());
    }

    private byte[] registered(GenericData.Record event) {
      return Wire.value(context.registry().register(subject, event.getSchema()), event);
    }

    private static Schema schema(UnaryOperator<String> change) {
      return Wire.parse(change.apply(STOCK_REJECTED.schema().toString()));
    }

    private static GenericData.Record like(Schema schema, SpecificRecord event) {
      var record = new GenericData.Record(schema);
      record.put("orderId", event.get(0).toString());
      record.put(
          "reason",
          new GenericData.EnumSymbol(schema.getField("reason").schema(), event.get(1).toString()));
      record.put("sku", event.get(2));
      var at = (Instant) event.get(3);
      record.put(schema.getFields().get(schema.getFields().size() - 1).name(), micros(at));
      return record;
    }
  }

  /** Bytes that no version of anybody should have written: kept out, never a loop. */
  @Nested
  class Poison {
    private final byte[] good = codec.encode(SampleEvents.of(ORDER_PLACED));

    @Test
    void nothing() {
      assertUnreadable(ORDER_PLACED, null).hasMessage("no value");
      assertUnreadable(ORDER_PLACED, new byte[0]).hasMessage("a value of 0 bytes");
    }

    @Test
    void anyPartOfAnEvent() {
      for (var length = 0; length < good.length; length++) {
        assertUnreadable(ORDER_PLACED, Arrays.copyOf(good, length));
      }
    }

    @Test
    void aWrongMagicByte() {
      var value = good.clone();
      value[0] = 1;

      assertUnreadable(ORDER_PLACED, value).hasMessage("wrong magic byte");
    }

    @Test
    void trailingBytes() {
      assertUnreadable(ORDER_PLACED, Arrays.copyOf(good, good.length + 1))
          .hasMessage("trailing bytes");
    }

    @Test
    void trailingBytesBehindAnotherVersion() {
      var other = OTHER_VERSION_OF_COMMITTED;
      var id = context.registry().register("elsewhere-" + UUID.randomUUID(), other);
      var body = Wire.body(codec.encode(SampleEvents.of(STOCK_COMMITTED)));

      assertThat(codec.decode(STOCK_COMMITTED, Wire.value(id, body))).isNotNull();
      assertUnreadable(STOCK_COMMITTED, Wire.value(id, Arrays.copyOf(body, body.length + 1)))
          .hasMessage("trailing bytes");
    }

    @Test
    void anUnknownSchemaId() {
      assertUnreadable(ORDER_PLACED, Wire.value(2_000_000_000, Wire.body(good)))
          .hasMessage("unknown schema id 2000000000");
    }

    @Test
    void negativeAndZeroSchemaIds() {
      assertUnreadable(ORDER_PLACED, Wire.value(0, Wire.body(good)));
      assertUnreadable(ORDER_PLACED, Wire.value(-1, Wire.body(good)));
    }

    @Test
    void anEventOfAnotherType() {
      assertUnreadable(STOCK_REJECTED, good)
          .hasMessage(
              "announced as dev.quadrille.contracts.StockRejected,"
                  + " written as dev.quadrille.contracts.OrderPlaced");
    }

    @Test
    void junkOfNineHundredKilobytes() {
      var junk = new byte[900_000];
      new Random(1).nextBytes(junk);

      assertUnreadable(ORDER_PLACED, junk);
      assertUnreadable(ORDER_PLACED, Wire.value(Wire.id(good), junk));
    }

    @Test
    void aLengthOfTwoGigabytesWithoutAllocatingIt() {
      var body = new byte[] {(byte) 0xFE, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x0F, 1, 2, 3};

      assertUnreadable(ORDER_PLACED, Wire.value(Wire.id(good), body))
          .hasMessage("truncated or not Avro");
    }

    // case S7: bad values on the topic
    @Test
    void aBrokenRule() {
      var value = good.clone();
      var text = new String(value, ISO_8859_1);
      value[text.indexOf("EUR")] = 'e';

      assertUnreadable(ORDER_PLACED, value).hasMessageStartingWith("breaks a rule: currency");
    }

    // case R6
    @Test
    void neverQuotedInTheReason() {
      var value = good.clone();
      var text = new String(value, ISO_8859_1);
      var order = SampleEvents.of(ORDER_PLACED).get(0).toString();
      value[text.indexOf(order) + 3] = 'z';

      assertUnreadable(ORDER_PLACED, value)
          .hasNoCause()
          .hasMessageStartingWith("not of its schema")
          .hasMessageNotContaining(order.substring(4));
    }

    @Test
    void anyMutationIsEitherReadOrKeptOut() {
      var random = new Random(20300101);
      for (var round = 0; round < 20_000; round++) {
        var value = good.clone();
        for (var change = random.nextInt(3); change >= 0; change--) {
          value[5 + random.nextInt(value.length - 5)] = (byte) random.nextInt(256);
        }
        try {
          assertThat(codec.decode(ORDER_PLACED, value)).isInstanceOf(OrderPlaced.class);
        } catch (UnreadableEventException expected) {
          assertThat(expected).hasNoCause();
        }
      }
    }
  }

  private static final Schema OTHER_VERSION_OF_COMMITTED =
      Wire.parse(STOCK_COMMITTED.schema().toString().replace("\"doc\":\"When.\"", "\"doc\":\"?\""));

  private AbstractThrowableAssert<?, ? extends Throwable> assertUnreadable(
      EventType type, byte[] value) {
    return assertThatThrownBy(() -> codec.decode(type, value))
        .isInstanceOf(UnreadableEventException.class);
  }
}
