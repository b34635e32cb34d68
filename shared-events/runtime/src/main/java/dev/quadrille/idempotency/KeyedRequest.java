package dev.quadrille.idempotency;

import java.nio.ByteBuffer;

/**
 * A request under a key. Neither the key nor the content can be told from it.
 *
 * @param scope digest of caller, method, path and key: whose request and which
 * @param fingerprint digest of all that must be the same when it comes again
 * @param body as it came; may be empty
 */
record KeyedRequest(byte[] scope, byte[] fingerprint, byte[] body) {

  static KeyedRequest of(String caller, Target target, String key, Content content) {
    var scope = Sha256.begin();
    Sha256.add(scope, caller, target.method(), target.path(), key);
    var fingerprint = Sha256.begin();
    Sha256.add(fingerprint, target.method(), target.path(), target.query());
    Sha256.add(fingerprint, content.canonical());
    return new KeyedRequest(scope.digest(), fingerprint.digest(), content.body());
  }

  /** What an advisory lock knows it by. */
  long lock() {
    return ByteBuffer.wrap(scope).getLong();
  }

  /**
   * What is called.
   *
   * @param query empty if there is none
   */
  record Target(String method, String path, String query) {}

  /**
   * What is sent.
   *
   * @param canonical the same for bodies that say the same
   */
  record Content(byte[] body, byte[] canonical) {}
}
