package dev.quadrille.ops;

import dev.quadrille.codec.EventJson;
import dev.quadrille.contracts.EventHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** How much is shown of what may be personal. */
enum Visibility {
  /** Ids, symbols and numbers: enough to see what an event is about. */
  MASKED {
    @Override
    @Nullable String base64(byte @Nullable [] bytes) {
      return null;
    }

    @Override
    Map<String, @Nullable Object> show(SpecificRecord event) {
      return EventJson.masked(event);
    }
  },
  /** All of it. */
  REVEALED {
    @Override
    @Nullable String base64(byte @Nullable [] bytes) {
      return bytes == null ? null : Base64.getEncoder().encodeToString(bytes);
    }

    @Override
    Map<String, @Nullable Object> show(SpecificRecord event) {
      return EventJson.show(event);
    }
  };

  private static final Set<String> OURS =
      Set.of(
          EventHeaders.SPEC_VERSION,
          EventHeaders.ID,
          EventHeaders.TYPE,
          EventHeaders.SOURCE,
          EventHeaders.TIME,
          EventHeaders.SUBJECT,
          EventHeaders.TRACEPARENT,
          EventHeaders.CAUSATION_ID,
          EventHeaders.CONTENT_TYPE,
          EventHeaders.REPLAY);
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._:/+-]{1,200}");

  abstract @Nullable String base64(byte @Nullable [] bytes);

  abstract Map<String, @Nullable Object> show(SpecificRecord event);

  /** The value of one of our headers, which hold nothing personal, if it looks like it. */
  static @Nullable String plainText(String name, byte @Nullable [] value) {
    if (value == null || !OURS.contains(name)) {
      return null;
    }
    var text = new String(value, StandardCharsets.UTF_8);
    return PLAIN.matcher(text).matches() ? text : null;
  }
}
