package dev.quadrille.idempotency;

import dev.quadrille.idempotency.KeyedRequest.Content;
import dev.quadrille.idempotency.KeyedRequest.Target;
import dev.quadrille.web.Caller;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/** Reads a request whole, or says why not. No connection to the database is held meanwhile. */
final class RequestReader {
  /** The header that carries the key. */
  static final String KEY = "Idempotency-Key";

  private final int longestBody;

  RequestReader(int longestBody) {
    this.longestBody = longestBody;
  }

  /**
   * Reads a request.
   *
   * @throws InvalidRequestException if its key or its body is none
   * @throws IOException if it does not come whole
   */
  KeyedRequest read(HttpServletRequest request) throws InvalidRequestException, IOException {
    var key = key(request);
    var body = body(request);
    var query = Objects.requireNonNullElse(request.getQueryString(), "");
    return KeyedRequest.of(
        Caller.nameOf(request),
        new Target(request.getMethod(), request.getRequestURI(), query),
        key,
        new Content(body, canonical(body)));
  }

  private static String key(HttpServletRequest request) throws InvalidRequestException {
    var lines = Collections.list(request.getHeaders(KEY));
    if (lines.isEmpty()) {
      throw invalid("idempotency-key-missing", "Send a key of your choice in " + KEY + ".");
    }
    if (lines.size() > 1) {
      throw invalid("idempotency-key-invalid", KEY + " was sent more than once.");
    }
    return KeySyntax.read(lines.get(0))
        .orElseThrow(
            () ->
                invalid(
                    "idempotency-key-invalid",
                    KEY + " is a string of 1 to 255 visible ASCII characters."));
  }

  private byte[] body(HttpServletRequest request) throws InvalidRequestException, IOException {
    if (request.getHeader(HttpHeaders.CONTENT_ENCODING) != null) {
      throw unsupported("The body must not be compressed.");
    }
    requireShort(request.getContentLengthLong());
    var body = request.getInputStream().readNBytes(longestBody + 1);
    requireShort(body.length);
    if (!fits(body, request.getContentType())) {
      throw unsupported("The body must be application/json in UTF-8.");
    }
    return body;
  }

  private void requireShort(long length) throws InvalidRequestException {
    if (length > longestBody) {
      throw new InvalidRequestException(
          HttpStatus.CONTENT_TOO_LARGE,
          "too-large",
          "The body is longer than " + longestBody + " bytes.");
    }
  }

  private static boolean fits(byte[] body, @Nullable String contentType) {
    if (contentType == null) {
      return body.length == 0;
    }
    try {
      var type = MediaType.parseMediaType(contentType);
      return body.length > 0 ? isJson(type) : type.isConcrete();
    } catch (InvalidMediaTypeException e) {
      return false;
    }
  }

  private static boolean isJson(MediaType type) {
    return (type.equalsTypeAndSubtype(MediaType.APPLICATION_JSON)
            || "json".equals(type.getSubtypeSuffix()))
        && (type.getCharset() == null || type.getCharset().equals(StandardCharsets.UTF_8));
  }

  private static byte[] canonical(byte[] body) throws InvalidRequestException {
    try {
      return CanonicalJson.of(body);
    } catch (MalformedJsonException e) {
      throw invalid("invalid-request", e.getMessage());
    }
  }

  private static InvalidRequestException invalid(String type, String detail) {
    return new InvalidRequestException(HttpStatus.BAD_REQUEST, type, detail);
  }

  private static InvalidRequestException unsupported(String detail) {
    return new InvalidRequestException(
        HttpStatus.UNSUPPORTED_MEDIA_TYPE, "unsupported-media-type", detail);
  }
}
