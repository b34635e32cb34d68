package dev.quadrille.handling;

import dev.quadrille.contracts.EventType;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** What two deliveries of one event must have in common. */
final class EventDigest {
  /**
   * Magic byte and schema id: the same event keeps its content when another registry numbers its
   * schema.
   */
  private static final int HEAD_BYTES = 5;

  private EventDigest() {}

  /** SHA-256 of the type and the Avro body. */
  static byte[] of(EventType type, byte[] value) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      digest.update(type.wireName().getBytes(StandardCharsets.UTF_8));
      digest.update(value, HEAD_BYTES, value.length - HEAD_BYTES);
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
