package dev.quadrille.idempotency;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Digests of several parts, each with its length: no two lists of parts look the same. */
final class Sha256 {

  private Sha256() {}

  static MessageDigest begin() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  static void add(MessageDigest digest, byte[] part) {
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, part.length));
    digest.update(part);
  }

  static void add(MessageDigest digest, String... parts) {
    for (var part : parts) {
      add(digest, part.getBytes(StandardCharsets.UTF_8));
    }
  }
}
