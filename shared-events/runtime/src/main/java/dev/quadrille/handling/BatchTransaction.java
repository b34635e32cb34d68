package dev.quadrille.handling;

import dev.quadrille.contracts.Lane;
import java.util.function.Supplier;
import org.springframework.transaction.support.TransactionTemplate;

/** Commits pieces of work on events and counts what became of each. */
final class BatchTransaction {
  private static final int RACES = 20;

  private final TransactionTemplate transaction;
  private final HandlingMetrics metrics;

  BatchTransaction(TransactionTemplate transaction, HandlingMetrics metrics) {
    this.transaction = transaction;
    this.metrics = metrics;
  }

  /**
   * Commits a piece of work, again at once where another transaction was first.
   *
   * @throws BrokenException if the work itself fails; also if it loses every race, for then nobody
   *     races with it
   * @throws TransientFailureException if the surroundings failed
   */
  void commit(Lane lane, Supplier<BatchOutcome> work) {
    for (var race = 1; ; race++) {
      try {
        HandlingPool.use(() -> transaction.execute(status -> work.get())).count(metrics);
        return;
      } catch (RuntimeException e) {
        var failure = Failure.of(e);
        metrics.failed(lane, failure);
        if (failure == Failure.TRANSIENT) {
          throw new TransientFailureException(e);
        }
        if (failure == Failure.BROKEN || race == RACES) {
          throw new BrokenException(e);
        }
      } catch (StackOverflowError | AssertionError e) {
        // An event can bring these about, in any process. Other errors are the process's own: it
        // dies of them, and others take over.
        metrics.failed(lane, Failure.BROKEN);
        throw new BrokenException(e);
      }
    }
  }
}
