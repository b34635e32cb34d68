package dev.quadrille.order.application;

import dev.quadrille.handling.Backlog;
import dev.quadrille.handling.Rounds;
import dev.quadrille.order.domain.Orders;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/**
 * Sees to it that no order stays undecided for ever. Rests while this service is far behind: the
 * answers that wait are read first, for they may decide the order.
 */
@Service
public class DeadlineSweeper {
  private static final Logger log = LoggerFactory.getLogger(DeadlineSweeper.class);

  private final Orders orders;
  private final UndoOrder undoOrder;
  private final List<Backlog> backlogs;
  private final OrderProperties properties;

  DeadlineSweeper(
      Orders orders, UndoOrder undoOrder, List<Backlog> backlogs, OrderProperties properties) {
    this.orders = orders;
    this.undoOrder = undoOrder;
    this.backlogs = backlogs;
    this.properties = properties;
  }

  /** The sweeper at work. */
  public Rounds rounds() {
    return new Rounds("deadlines", properties.sweepPause(), this::sweep);
  }

  void sweep() {
    if (!orders.anyOverdue()) {
      return;
    }
    if (behind()) {
      log.warn("orders are overdue, but events wait that may decide them");
      return;
    }
    undoOrder.cancelOverdue(properties.sweepBatch());
  }

  boolean behind() {
    var half = properties.deadline().dividedBy(2);
    return backlogs.stream().anyMatch(backlog -> backlog.olderThan(half));
  }
}
