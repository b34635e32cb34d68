package dev.quadrille.codec;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AvroBodyTest {
  private static final Schema EVERYTHING =
      new Schema.Parser()
          .parse(
              """
              {"type": "record", "name": "Everything", "fields": [
                {"name": "nothing", "type": "null"},
                {"name": "flag", "type": "boolean"},
                {"name": "small", "type": "int"},
                {"name": "large", "type": "long"},
                {"name": "ratio", "type": "float"},
                {"name": "finer", "type": "double"},
                {"name": "key", "type": {"type": "fixed", "name": "Key", "size": 3}},
                {"name": "text", "type": "string"},
                {"name": "blob", "type": "bytes"},
                {"name": "colour", "type": {"type": "enum", "name": "Colour", "symbols": ["RED", "BLUE"]}},
                {"name": "choice", "type": ["null", "string", "long"]},
                {"name": "list", "type": {"type": "array", "items": "string"}},
                {"name": "map", "type": {"type": "map", "values": "long"}}
              ]}\
              """);
  private static final Schema TEXTS = EVERYTHING.getField("list").schema();

  @Test
  void walksOverEveryType() throws IOException {
    AvroBody.requireWhole(
        EVERYTHING, everythingWritten(EncoderFactory.get()::directBinaryEncoder), 0);
  }

  // Some languages write the size in bytes before each block of items.
  @Test
  void walksOverBlocksWithSizes() throws IOException {
    var blocks = new EncoderFactory().configureBlockSize(64);

    AvroBody.requireWhole(EVERYTHING, everythingWritten(blocks::blockingBinaryEncoder), 0);
  }

  @Test
  void startsWhereItIsTold() {
    AvroBody.requireWhole(TEXTS, new byte[] {9, 9, 2, 2, 'a', 0}, 2);
  }

  @Test
  void missesEveryByteThatIsNotThere() throws IOException {
    var body = everythingWritten(EncoderFactory.get()::directBinaryEncoder);
    for (var length = 0; length < body.length; length++) {
      var part = Arrays.copyOf(body, length);

      assertThatThrownBy(() -> AvroBody.requireWhole(EVERYTHING, part, 0))
          .isInstanceOf(UnreadableEventException.class);
    }
  }

  @Test
  void findsTrailingBytes() {
    refuses(TEXTS, "trailing bytes", 0, 0);
  }

  @Test
  void refusesLengthsBeyondTheEnd() {
    refuses(TEXTS, "truncated or not Avro", 2, 4, 'a', 0);
  }

  @Test
  void refusesNegativeLengths() {
    refuses(TEXTS, "truncated or not Avro", 2, 1, 0);
  }

  @Test
  void refusesMoreItemsThanBytes() {
    var nulls = Schema.createArray(Schema.create(Schema.Type.NULL));

    refuses(nulls, "not Avro: more items than bytes", 0xFE, 0xFF, 0xFF, 0xFF, 0x0F, 0);
  }

  @Test
  void refusesTheNegativeCountThatHasNoPositive() {
    var count = new int[] {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, 0};

    refuses(TEXTS, "not Avro: more items than bytes", count);
  }

  @Test
  void refusesNumbersThatDoNotEnd() {
    refuses(Schema.create(Schema.Type.LONG), "not Avro: a number that does not end", ends(11));
  }

  @Test
  void refusesSymbolsAndBranchesThatDoNotExist() {
    refuses(EVERYTHING.getField("colour").schema(), "not Avro: no such symbol or branch", 4);
    refuses(EVERYTHING.getField("colour").schema(), "not Avro: no such symbol or branch", 1);
    refuses(EVERYTHING.getField("choice").schema(), "not Avro: no such symbol or branch", 6);
  }

  private static int[] ends(int continued) {
    var bytes = new int[continued];
    Arrays.fill(bytes, 0xFF);
    return bytes;
  }

  private static void refuses(Schema schema, String reason, int... bytes) {
    var body = new byte[bytes.length];
    for (var i = 0; i < bytes.length; i++) {
      body[i] = (byte) bytes[i];
    }

    assertThatThrownBy(() -> AvroBody.requireWhole(schema, body, 0))
        .isInstanceOf(UnreadableEventException.class)
        .hasMessage(reason);
  }

  private static byte[] everythingWritten(
      BiFunction<OutputStream, @Nullable BinaryEncoder, BinaryEncoder> encoders)
      throws IOException {
    var out = new ByteArrayOutputStream();
    var encoder = encoders.apply(out, null);
    new GenericDatumWriter<>(EVERYTHING).write(everything(), encoder);
    encoder.flush();
    return out.toByteArray();
  }

  private static GenericData.Record everything() {
    var record = new GenericData.Record(EVERYTHING);
    record.put("flag", true);
    record.put("small", -1);
    record.put("large", Long.MIN_VALUE);
    record.put("ratio", 1.5f);
    record.put("finer", 2.5);
    record.put("key", new GenericData.Fixed(EVERYTHING.getField("key").schema(), new byte[3]));
    record.put("text", "Grüße");
    record.put("blob", ByteBuffer.wrap(new byte[200]));
    record.put(
        "colour", new GenericData.EnumSymbol(EVERYTHING.getField("colour").schema(), "BLUE"));
    record.put("choice", "tea");
    record.put("list", List.of("a", "", "c".repeat(70)));
    record.put("map", Map.of("a", 1L, "b", 2L));
    return record;
  }
}
