package dev.quadrille.idempotency;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a key looks like: 1 to 255 visible ASCII characters, bare or as a string of RFC 9651; {@code
 * K} and {@code "K"} are the same key. A string that holds an escape is refused, and so is what
 * carries parameters.
 */
final class KeySyntax {
  private static final Pattern BARE = Pattern.compile("[\\x21\\x23-\\x7e][\\x21-\\x7e]{0,254}");
  private static final Pattern STRING =
      Pattern.compile("\"([\\x21\\x23-\\x5b\\x5d-\\x7e]{1,255})\"");

  /** An item with parameters whose value is a token (RFC 9651, section 3.1.2). */
  private static final Pattern WITH_PARAMETERS =
      Pattern.compile("[^;]+(;[a-z*][a-z0-9_.*-]*(=[^;]*)?)+");

  private KeySyntax() {}

  /**
   * Reads a key.
   *
   * @return empty if it is none
   */
  static Optional<String> read(String value) {
    var string = STRING.matcher(value);
    if (string.matches()) {
      return Optional.of(string.group(1));
    }
    return BARE.matcher(value).matches() && !WITH_PARAMETERS.matcher(value).matches()
        ? Optional.of(value)
        : Optional.empty();
  }
}
