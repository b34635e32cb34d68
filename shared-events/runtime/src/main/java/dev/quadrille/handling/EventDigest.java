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
    var digest = begin();
    digest.update(type.wireName().getBytes(StandardCharsets.UTF_8));
    var head = Math.min(HEAD_BYTES, value.length);
    digest.update(value, head, value.length - head);
    return digest.digest();
  }

  /** SHA-256 of some bytes as they are. */
  static byte[] of(byte[] bytes) {
    return begin().digest(bytes);
  }

  private static MessageDigest begin() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
