package dev.quadrille.codec;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;

/**
 * Walks over an Avro body without building anything of it.
 *
 * <p>Avro's own reader allocates what a length in the bytes says and stops silently where the
 * schema ends; after this walk no length is larger than the body and nothing is left over.
 */
final class AvroBody {
  private final byte[] bytes;
  private int position;
  private boolean plain = true;

  private AvroBody(byte[] bytes, int position) {
    this.bytes = bytes;
    this.position = position;
  }

  /**
   * Checks that the bytes from a position to the end are one datum of a schema.
   *
   * @return whether they are the plainest bytes that say so: lists in one block without its size,
   *     numbers without idle bytes
   * @throws UnreadableEventException if they are not
   */
  static boolean requireWhole(Schema schema, byte[] bytes, int from) {
    var body = new AvroBody(bytes, from);
    body.walk(schema);
    if (body.position != bytes.length) {
      throw new UnreadableEventException("trailing bytes");
    }
    return body.plain;
  }

  /** The same bytes up to a position, and then the same datum in its plainest bytes. */
  static byte[] rewritten(Schema schema, byte[] bytes, int from) {
    var out = new ByteArrayOutputStream(bytes.length);
    out.write(bytes, 0, from);
    try {
      var decoder = DecoderFactory.get().binaryDecoder(bytes, from, bytes.length - from, null);
      var datum = new GenericDatumReader<>(schema).read(null, decoder);
      var encoder = EncoderFactory.get().directBinaryEncoder(out, null);
      new GenericDatumWriter<>(schema).write(datum, encoder);
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException("arrays do not fail", e);
    }
  }

  private void walk(Schema schema) {
    switch (schema.getType()) {
      case NULL -> {}
      case BOOLEAN -> skip(1);
      case INT, LONG -> number();
      case FLOAT -> skip(4);
      case DOUBLE -> skip(8);
      case FIXED -> skip(schema.getFixedSize());
      case STRING, BYTES -> skip(number());
      case ENUM -> index(schema.getEnumSymbols().size());
      case UNION -> walk(schema.getTypes().get(index(schema.getTypes().size())));
      case RECORD -> schema.getFields().forEach(field -> walk(field.schema()));
      case ARRAY -> walkBlocks(() -> walk(schema.getElementType()));
      case MAP ->
          walkBlocks(
              () -> {
                skip(number());
                walk(schema.getValueType());
              });
    }
  }

  private void walkBlocks(Runnable item) {
    var blocks = 0;
    for (var count = number(); count != 0; count = number()) {
      plain &= count > 0 && blocks++ == 0;
      if (count < 0) {
        // The form with the block's size in bytes, which the walk does not need.
        number();
      }
      if (count == Long.MIN_VALUE || Math.abs(count) > bytes.length - position) {
        throw new UnreadableEventException("not Avro: more items than bytes");
      }
      for (var left = Math.abs(count); left > 0; left--) {
        item.run();
      }
    }
  }

  private int index(int size) {
    var index = number();
    if (index < 0 || index >= size) {
      throw new UnreadableEventException("not Avro: no such symbol or branch");
    }
    return (int) index;
  }

  private void skip(long length) {
    if (length < 0 || length > bytes.length - position) {
      throw new UnreadableEventException("truncated or not Avro");
    }
    position += (int) length;
  }

  private long number() {
    var zigzag = 0L;
    for (var shift = 0; shift < Long.SIZE; shift += 7) {
      skip(1);
      var part = bytes[position - 1];
      zigzag |= (part & 0x7FL) << shift;
      if (part >= 0) {
        plain &= part > 0 || shift == 0;
        return (zigzag >>> 1) ^ -(zigzag & 1);
      }
    }
    throw new UnreadableEventException("not Avro: a number that does not end");
  }
}
