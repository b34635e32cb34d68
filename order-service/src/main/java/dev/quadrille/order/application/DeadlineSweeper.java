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
  private final CancelOverdueOrders cancelOverdueOrders;
  private final List<Backlog> backlogs;
  private final OrderProperties properties;

  DeadlineSweeper(
      Orders orders,
      CancelOverdueOrders cancelOverdueOrders,
      List<Backlog> backlogs,
      OrderProperties properties) {
    this.orders = orders;
    this.cancelOverdueOrders = cancelOverdueOrders;
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
    var half = properties.deadline().dividedBy(2);
    if (backlogs.stream().anyMatch(backlog -> backlog.olderThan(half))) {
      log.warn("orders are overdue, but events have been waiting for more than {}", half);
      return;
    }
    cancelOverdueOrders.cancel(properties.sweepBatch());
  }
}
