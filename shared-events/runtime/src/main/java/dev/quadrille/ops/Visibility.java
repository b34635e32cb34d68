package dev.quadrille.ops;

import dev.quadrille.codec.EventJson;
import dev.quadrille.contracts.EventHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
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

  abstract @Nullable String base64(byte @Nullable [] bytes);

  abstract Map<String, @Nullable Object> show(SpecificRecord event);

  /** The value of one of our headers, which hold nothing personal, if it looks like it. */
  static @Nullable String plainText(String name, byte @Nullable [] value) {
    return value == null || !EventHeaders.isImpersonal(name, value)
        ? null
        : new String(value, StandardCharsets.UTF_8);
  }
}
