package dev.quadrille.codec;

import static dev.quadrille.contracts.EventType.STOCK_COMMITTED;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.UUID;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;

/** Values as another service, another version or nobody in his senses would write them. */
final class Wire {
  private Wire() {}

  static byte[] value(int id, byte[] body) {
    return ByteBuffer.allocate(5 + body.length).put((byte) 0).putInt(id).put(body).array();
  }

  static byte[] value(int id, GenericData.Record record) {
    return value(id, body(record));
  }

  static byte[] body(byte[] value) {
    return Arrays.copyOfRange(value, 5, value.length);
  }

  /** A StockCommitted under a schema id that nobody has seen yet. */
  static byte[] committedInAnotherVersion(CodecContext context) {
    var doc = "\"doc\":\"" + UUID.randomUUID() + "\"";
    var schema = parse(STOCK_COMMITTED.schema().toString().replace("\"doc\":\"When.\"", doc));
    var id = context.registry().register("elsewhere-" + UUID.randomUUID(), schema);
    return value(id, body(context.codec().encode(SampleEvents.of(STOCK_COMMITTED))));
  }

  /** What stands there, of plain types: an instant is a number. */
  static GenericData.Record read(byte[] value, Schema schema) {
    try {
      var decoder = DecoderFactory.get().binaryDecoder(body(value), null);
      return new GenericDatumReader<GenericData.Record>(schema).read(null, decoder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static int id(byte[] value) {
    return ByteBuffer.wrap(value).getInt(1);
  }

  static Schema parse(String schema) {
    return new Schema.Parser().parse(schema);
  }

  private static byte[] body(GenericData.Record record) {
    var out = new ByteArrayOutputStream();
    try {
      var encoder = EncoderFactory.get().directBinaryEncoder(out, null);
      new GenericDatumWriter<GenericData.Record>(record.getSchema()).write(record, encoder);
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
