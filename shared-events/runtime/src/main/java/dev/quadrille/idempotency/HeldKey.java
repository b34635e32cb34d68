package dev.quadrille.idempotency;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A key that is in use.
 *
 * @param answer null while the request is in flight
 */
record HeldKey(byte[] fingerprint, @Nullable Answer answer) {

  /** What a request is answered that comes under the key again. */
  Reply reply(KeyedRequest request) {
    if (!Arrays.equals(fingerprint, request.fingerprint())) {
      return Reply.mismatch();
    }
    return answer == null ? Reply.inFlight() : Reply.replay(answer);
  }
}
