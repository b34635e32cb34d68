package dev.quadrille.cli;

import dev.quadrille.local.Participant;
import java.util.Comparator;
import java.util.Locale;

/**
 * Names a parked event, such as {@code inventory:12}.
 *
 * @param service who parked it
 * @param id its number there
 */
record ParkedNumber(Participant service, long id) implements Comparable<ParkedNumber> {
  private static final Comparator<ParkedNumber> ORDER =
      Comparator.comparing(ParkedNumber::service).thenComparing(ParkedNumber::id);

  /**
   * Reads what {@link #toString} writes.
   *
   * @throws IllegalArgumentException if that is no name of a parked event
   */
  static ParkedNumber parse(String text) {
    var parts = text.split(":", 2);
    if (parts.length < 2 || !parts[1].matches("\\d{1,18}")) {
      throw new IllegalArgumentException(
          "'%s' names no parked event, as inventory:12 does".formatted(text));
    }
    return new ParkedNumber(serviceNamed(parts[0]), Long.parseLong(parts[1]));
  }

  static Participant serviceNamed(String label) {
    try {
      return Participant.valueOf(label.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("'%s' is no service".formatted(label));
    }
  }

  String path() {
    return "/ops/parked/" + id;
  }

  @Override
  public int compareTo(ParkedNumber other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return service.label() + ":" + id;
  }
}
