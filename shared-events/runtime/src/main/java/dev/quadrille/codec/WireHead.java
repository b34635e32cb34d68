package dev.quadrille.codec;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The head of a value: magic 0 and the schema's id, big-endian. */
public final class WireHead {
  /** In bytes. */
  public static final int LENGTH = 1 + Integer.BYTES;

  private WireHead() {}

  /**
   * The id of the schema that the rest is written with.
   *
   * @throws UnreadableEventException if there is no such head
   */
  public static int schemaId(byte @Nullable [] value) {
    if (value == null) {
      throw new UnreadableEventException("no value");
    }
    if (value.length < LENGTH) {
      throw new UnreadableEventException("a value of " + value.length + " bytes");
    }
    if (value[0] != 0) {
      throw new UnreadableEventException("wrong magic byte");
    }
    return ByteBuffer.wrap(value).getInt(1);
  }

  /**
   * The same value under another id of its schema.
   *
   * @param value one that has a head
   */
  public static byte[] with(int schemaId, byte[] value) {
    var renumbered = value.clone();
    ByteBuffer.wrap(renumbered).putInt(1, schemaId);
    return renumbered;
  }
}
