package dev.quadrille.handling;

import dev.quadrille.contracts.Lane;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Commits pieces of work on events and counts what became of each. What breaks is not counted here:
 * the same event breaks each transaction that it is in until it stands alone and is set aside.
 */
final class BatchTransaction {
  private static final Logger log = LoggerFactory.getLogger(BatchTransaction.class);
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
        var outcome = HandlingPool.use(() -> transaction.execute(status -> work.get()));
        if (race > 1) {
          metrics.failed(lane, Failure.LOST_RACE);
          log.info("{} lane has lost a race and run again, {} times", lane.label(), race - 1);
        }
        outcome.count(metrics);
        return;
      } catch (RuntimeException e) {
        var failure = Failure.of(e);
        if (failure == Failure.TRANSIENT) {
          metrics.failed(lane, Failure.TRANSIENT);
          throw new TransientFailureException(e);
        }
        if (failure == Failure.BROKEN || race == RACES) {
          throw new BrokenException(e);
        }
      } catch (StackOverflowError | AssertionError e) {
        // An event can bring these about, in any process. Other errors are the process's own: it
        // dies of them, and others take over.
        throw new BrokenException(e);
      }
    }
  }
}
