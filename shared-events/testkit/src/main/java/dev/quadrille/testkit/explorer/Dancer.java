package dev.quadrille.testkit.explorer;

import dev.quadrille.handling.EventHandlers;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/**
 * A service in memory, alone with one order: its real handlers over fakes of its repositories. It
 * does the same again when it is told the same again: its clock stands still, and it makes up no
 * ids.
 */
public interface Dancer {

  /** Its part of the dance. */
  EventHandlers<?> handlers();

  /** What it tells before it has heard anything. */
  default List<? extends SpecificRecord> opening() {
    return List.of();
  }

  /** What people may ask of it, at any moment or never. */
  default List<Command> wishes() {
    return List.of();
  }

  /** What a clock asks of it: at any moment, but sooner or later for certain. */
  default List<Command> timers() {
    return List.of();
  }

  /** How things stand: all of it that decides what the dancer does next, and nothing else. */
  View view();
}
