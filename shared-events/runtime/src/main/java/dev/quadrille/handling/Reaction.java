package dev.quadrille.handling;

import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/**
 * What follows from an event: pure, in memory, over what was loaded.
 *
 * @param <W> what a batch works on
 * @param <E> the event
 */
@FunctionalInterface
public interface Reaction<W, E extends SpecificRecord> {

  /**
   * Decides.
   *
   * @return the events to tell, in this order; empty if nothing follows. A refusal is one of them;
   *     an exception means broken
   */
  List<? extends SpecificRecord> react(W work, E event);
}
