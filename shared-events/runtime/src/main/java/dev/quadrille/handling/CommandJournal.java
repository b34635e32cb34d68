package dev.quadrille.handling;

import dev.quadrille.state.Ids;
import dev.quadrille.state.Journal;
import dev.quadrille.state.MoveOutcome;
import dev.quadrille.state.State;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The journal of what people and clocks ask for. All moves of a transaction stand under one fresh
 * id, where those of a batch stand under their events'; they are written before it commits and
 * counted when it has.
 */
final class CommandJournal implements Journal {
  private final JdbcClient jdbc;
  private final Ids ids;
  private final HandlingMetrics metrics;

  CommandJournal(JdbcClient jdbc, Ids ids, HandlingMetrics metrics) {
    this.jdbc = jdbc;
    this.ids = ids;
    this.metrics = metrics;
  }

  /**
   * Hears of a move.
   *
   * @throws IllegalStateException outside of a transaction
   */
  @Override
  public void asked(
      String machine, UUID id, String move, @Nullable State from, State to, MoveOutcome outcome) {
    moves().journal.asked(machine, id, move, from, to, outcome);
  }

  @Override
  public UUID cause() {
    return moves().journal.cause();
  }

  private Moves moves() {
    for (var synchronization : TransactionSynchronizationManager.getSynchronizations()) {
      if (synchronization instanceof Moves moves) {
        return moves;
      }
    }
    var moves = new Moves();
    TransactionSynchronizationManager.registerSynchronization(moves);
    return moves;
  }

  private final class Moves implements TransactionSynchronization {
    private final BatchJournal journal = new BatchJournal();

    private Moves() {
      journal.causedBy(ids.next());
    }

    @Override
    public void beforeCommit(boolean readOnly) {
      journal.write(jdbc);
    }

    @Override
    public void afterCommit() {
      journal.count(metrics);
    }
  }
}
