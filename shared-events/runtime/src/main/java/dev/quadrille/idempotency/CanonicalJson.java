package dev.quadrille.idempotency;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * What a JSON text says, whatever way it is written: the order of members and white space do not
 * count, numbers are exact decimals (1, 1.0 and 1e0 are the same), strings are their code units.
 *
 * <p>A scalar stands for itself, an array or object for the digest of what it holds: no text makes
 * this hold more than its own length, and no exponent is ever written out.
 */
final class CanonicalJson {
  private static final JsonFactory JSON = new JsonFactory();

  private final JsonParser parser;

  private CanonicalJson(JsonParser parser) {
    this.parser = parser;
  }

  /**
   * Reads a whole text.
   *
   * @param text may be empty, which says nothing
   * @return equal for texts that say the same
   * @throws MalformedJsonException if it is not one JSON value, names a member twice, holds a NUL,
   *     or a number whose exponent cannot be counted
   */
  static byte[] of(byte[] text) throws MalformedJsonException {
    try (var parser = JSON.createParser(ObjectReadContext.empty(), text)) {
      var first = parser.nextToken();
      if (first == null) {
        return new byte[0];
      }
      var value = new CanonicalJson(parser).value(first);
      if (parser.nextToken() != null) {
        throw new MalformedJsonException("Something follows the JSON value.");
      }
      return value;
    } catch (JacksonException | ArithmeticException | NumberFormatException e) {
      throw new MalformedJsonException("The body cannot be read as JSON.");
    }
  }

  private byte[] value(JsonToken token) throws MalformedJsonException {
    return switch (token) {
      case START_OBJECT -> object();
      case START_ARRAY -> array();
      case VALUE_STRING -> text();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser.getDecimalValue());
      default -> parser.getString().getBytes(StandardCharsets.US_ASCII);
    };
  }

  private byte[] object() throws MalformedJsonException {
    var members = new TreeMap<String, byte[]>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      var name = whole(parser.currentName());
      if (members.put(name, value(parser.nextToken())) != null) {
        throw new MalformedJsonException("A member is named twice.");
      }
    }
    var digest = Sha256.begin();
    members.forEach(
        (name, value) -> {
          add(digest, encoded('"', name));
          add(digest, value);
        });
    return container('{', digest);
  }

  private byte[] array() throws MalformedJsonException {
    var digest = Sha256.begin();
    for (var token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
      add(digest, value(token));
    }
    return container('[', digest);
  }

  private byte[] text() throws MalformedJsonException {
    return encoded('"', whole(parser.getString()));
  }

  private static byte[] number(BigDecimal number) {
    var shortest = number.stripTrailingZeros();
    var exponent = -(long) shortest.scale();
    return ("#" + shortest.unscaledValue() + "e" + exponent).getBytes(StandardCharsets.US_ASCII);
  }

  private static String whole(String text) throws MalformedJsonException {
    if (text.indexOf('\0') >= 0) {
      throw new MalformedJsonException("A text holds the character NUL.");
    }
    return text;
  }

  /** UTF-16, by hand: a charset would make one of all halves of surrogate pairs. */
  private static byte[] encoded(char tag, String text) {
    var bytes = ByteBuffer.allocate(1 + 2 * text.length()).put((byte) tag);
    for (var i = 0; i < text.length(); i++) {
      bytes.putChar(text.charAt(i));
    }
    return bytes.array();
  }

  private static byte[] container(char tag, MessageDigest digest) {
    return ByteBuffer.allocate(1 + digest.getDigestLength())
        .put((byte) tag)
        .put(digest.digest())
        .array();
  }

  private static void add(MessageDigest digest, byte[] part) {
    Sha256.add(digest, part);
  }
}
