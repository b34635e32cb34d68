package dev.quadrille.work;

import java.time.Duration;
import java.util.List;

/**
 * Pieces of work that stand in a table and are done outside of the database, each begun at most
 * once. Any number of replicas may be at work.
 *
 * @param <T> a claimed piece
 * @param <A> what became of it
 */
public interface LeasedWork<T, A> {

  /** Whether there is a piece to claim and a chance to do it now. Only looks. */
  boolean waiting();

  /**
   * Takes some pieces, none that another has, in a transaction of its own: once this is committed,
   * they may have been begun.
   *
   * @param lease how long the claims last, by the database's clock
   */
  List<T> claim(int most, Duration lease);

  /**
   * Does a piece. Never called within a transaction.
   *
   * @return what became of it, or that nobody knows; never throws what can be said that way
   */
  A attempt(T piece);

  /**
   * What becomes of a piece that was not begun in the first half of its lease, and never will be.
   */
  A skip(T piece);

  /**
   * Notes what became of pieces, in a transaction of its own. One that was given up in the meantime
   * stays given up.
   */
  void settle(List<A> attempts);

  /**
   * Ends some claims whose lease is over, in a transaction of its own: their holder died or hangs,
   * and nobody knows what became of them.
   */
  void giveUp(int most);
}
