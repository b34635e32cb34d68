package dev.quadrille.handling;

import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Event ids as others spell them: any case, quoted, with or without dashes. All spellings are one
 * id.
 */
final class EventId {
  private static final Pattern DECORATION = Pattern.compile("^(\"|urn:uuid:|\\{)+|[\"}]+$");
  private static final Pattern COMPACT =
      Pattern.compile("([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})");

  private EventId() {}

  static Optional<UUID> parse(String text) {
    var bare = DECORATION.matcher(text.strip().toLowerCase(Locale.ROOT)).replaceAll("");
    var parts = COMPACT.matcher(bare.replace("-", ""));
    return parts.matches()
        ? Optional.of(UUID.fromString(parts.replaceFirst("$1-$2-$3-$4-$5")))
        : Optional.empty();
  }
}
