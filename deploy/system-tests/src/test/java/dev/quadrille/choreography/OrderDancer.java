package dev.quadrille.choreography;

import static dev.quadrille.choreography.Given.CLOCK;
import static dev.quadrille.choreography.Given.NOW;
import static dev.quadrille.choreography.Given.ORDER;
import static dev.quadrille.choreography.Given.TWO_TEAS;

import dev.quadrille.handling.EventHandlers;
import dev.quadrille.order.application.OrderCommands;
import dev.quadrille.order.application.OrderHandlers;
import dev.quadrille.order.domain.FakeOrders;
import dev.quadrille.testkit.RecordingJournal;
import dev.quadrille.testkit.explorer.Command;
import dev.quadrille.testkit.explorer.Dancer;
import dev.quadrille.testkit.explorer.View;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.springframework.test.util.ReflectionTestUtils;

/** Order, which has just placed one. */
final class OrderDancer implements Dancer {
  /** Remark: inventory's answer is in. */
  static final String STOCK_BACK = "stock back";

  /** Remark: account's answer is in. */
  static final String MONEY_BACK = "money back";

  private final FakeOrders orders = new FakeOrders(CLOCK);
  private final OrderCommands commands = new OrderCommands(orders, new RecordingJournal(), CLOCK);
  private final SpecificRecord placed = commands.place(ORDER, TWO_TEAS, NOW, NOW);

  @Override
  public EventHandlers<?> handlers() {
    return OrderHandlers.handlers(orders, CLOCK);
  }

  @Override
  public List<SpecificRecord> opening() {
    return List.of(placed);
  }

  @Override
  public List<Command> wishes() {
    return List.of(
        new Command("customer cancels", () -> commands.cancel(ORDER)),
        new Command("customer wants a refund", () -> commands.refund(ORDER)));
  }

  @Override
  public List<Command> timers() {
    return List.of(new Command("deadline passes", () -> commands.expire(ORDER)));
  }

  @Override
  public View view() {
    var order = orders.lock(new UUID[] {ORDER}).get(0);
    var facts = new TreeSet<String>();
    order.reason().ifPresent(reason -> facts.add(reason.name()));
    // The order itself says no more than whether both are in.
    if (ReflectionTestUtils.getField(order, "stockBackAt") != null) {
      facts.add(STOCK_BACK);
    }
    if (ReflectionTestUtils.getField(order, "moneyBackAt") != null) {
      facts.add(MONEY_BACK);
    }
    return View.of(order.state().name()).remarking(facts);
  }
}
