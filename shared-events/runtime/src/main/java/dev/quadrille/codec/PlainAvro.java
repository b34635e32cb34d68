package dev.quadrille.codec;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;

/**
 * Values as their bytes say them, with no class and no rule: UUIDs and instants stay as they were
 * written.
 */
final class PlainAvro {
  // A model without conversions.
  private static final GenericData MODEL = new GenericData();

  private PlainAvro() {}

  /**
   * What a value says.
   *
   * @param value with a head, and whole, as {@link AvroBody#requireWhole} finds it
   */
  static IndexedRecord read(Schema writer, byte[] value) {
    try {
      var decoder =
          DecoderFactory.get()
              .binaryDecoder(value, WireHead.LENGTH, value.length - WireHead.LENGTH, null);
      return new GenericDatumReader<IndexedRecord>(writer, writer, MODEL).read(null, decoder);
    } catch (IOException e) {
      throw new UncheckedIOException("arrays do not fail", e);
    }
  }

  /**
   * A value that says something else.
   *
   * @param value whose head it gets
   */
  static byte[] write(byte[] value, Schema schema, IndexedRecord record) {
    var out = new ByteArrayOutputStream(value.length);
    out.write(value, 0, WireHead.LENGTH);
    try {
      var encoder = EncoderFactory.get().directBinaryEncoder(out, null);
      new GenericDatumWriter<IndexedRecord>(schema, MODEL).write(record, encoder);
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException("arrays do not fail", e);
    }
  }
}
