package dev.quadrille.codec;

import org.apache.avro.Schema;

/**
 * Walks over an Avro body without building anything of it.
 *
 * <p>Avro's own reader allocates what a length in the bytes says and stops silently where the
 * schema ends; after this walk no length is larger than the body and nothing is left over.
 */
final class AvroBody {
  private final byte[] bytes;
  private int position;

  private AvroBody(byte[] bytes, int position) {
    this.bytes = bytes;
    this.position = position;
  }

  /**
   * Checks that the bytes from a position to the end are one datum of a schema.
   *
   * @throws UnreadableEventException if they are not
   */
  static void requireWhole(Schema schema, byte[] bytes, int from) {
    var body = new AvroBody(bytes, from);
    body.walk(schema);
    if (body.position != bytes.length) {
      throw new UnreadableEventException("trailing bytes");
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
    for (var count = number(); count != 0; count = number()) {
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
        return (zigzag >>> 1) ^ -(zigzag & 1);
      }
    }
    throw new UnreadableEventException("not Avro: a number that does not end");
  }
}
