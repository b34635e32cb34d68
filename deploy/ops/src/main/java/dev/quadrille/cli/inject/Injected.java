package dev.quadrille.cli.inject;

import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A fault that happened to an event.
 *
 * @param fault how it is called
 * @param type simple name of the event's type
 * @param order the key of its record; empty if it has none
 * @param event the id of the copy, or of the event itself; null if it has none
 * @param position where the copy stands; null for what a relay did
 * @param became what each service made of it, and for what a relay did how often it is on its topic
 */
public record Injected(
    String fault,
    String type,
    String order,
    @Nullable UUID event,
    @Nullable String position,
    Map<String, String> became) {
  /** What begins the fate of something that could not be done. */
  static final String NOT_DONE = "not done: ";

  /** Sorts what became of it. */
  public Injected {
    became = new TreeMap<>(became);
  }

  /** Whether everybody concerned has met it. */
  boolean isMet() {
    return became.values().stream()
        .noneMatch(fate -> fate.equals(Fates.UNREAD) || fate.startsWith(NOT_DONE));
  }

  Injected became(Map<String, String> known) {
    return new Injected(fault, type, order, event, position, known);
  }
}
