package dev.quadrille.state;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The audit trail: hears of every move that was asked for, and keeps those that were applied. */
public interface Journal {

  /** The move name of an aggregate's first line. */
  String CREATE = "CREATE";

  /**
   * Hears of a move.
   *
   * @param machine the name of the state machine
   * @param aggregateId what was asked to move
   * @param move the name of the move; {@link #CREATE} for a new aggregate
   * @param from the state before; null for a new aggregate
   * @param to the state after; equal to {@code from} where nothing moved
   * @param outcome what asking found
   */
  void asked(
      String machine,
      UUID aggregateId,
      String move,
      @Nullable State from,
      State to,
      MoveOutcome outcome);

  /** The id of the event or command that is being answered, for rows that name their cause. */
  UUID cause();
}
