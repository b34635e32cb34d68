package dev.quadrille.choreography;

import static dev.quadrille.choreography.Given.NOW;
import static dev.quadrille.choreography.Given.ORDER;

import dev.quadrille.choreography.Changed.Change;
import dev.quadrille.contracts.MoneySettlement;
import dev.quadrille.contracts.OrderCancellationRequested;
import dev.quadrille.contracts.OrderRefundRequested;
import dev.quadrille.contracts.PaymentReversed;
import dev.quadrille.contracts.StockReleased;
import dev.quadrille.contracts.StockSettlement;
import dev.quadrille.testkit.explorer.View;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;

/** The rules of the dance, each broken on purpose. */
final class BrokenRules {
  /** What inventory answers. */
  static final StockReleased STOCK_RELEASED =
      new StockReleased(ORDER, StockSettlement.NOTHING_HELD, NOW);

  /** What account answers. */
  static final PaymentReversed PAYMENT_REVERSED =
      new PaymentReversed(ORDER, MoneySettlement.NOTHING_HELD, 0L, null, NOW);

  private static final Set<String> UNDECIDED_OR_CONFIRMED = Set.of("PLACED", "CONFIRMED");
  private static final Set<String> CLOSED = Set.of("RELEASED", "FENCED", "RESTOCKED");

  private BrokenRules() {}

  /** What is a lie if nobody has given anything back. */
  static Stream<SpecificRecord> answers() {
    return Stream.of(STOCK_RELEASED, PAYMENT_REVERSED);
  }

  /** A participant that has refused says nothing when the order is undone: CLOSE is left out. */
  static Change leavesARefusalOpen() {
    return (view, event, real) ->
        undoes(event) && view.state().equals("REJECTED") ? List.of() : real.react(event);
  }

  /** Order counts two answers instead of remembering whose they are. */
  static Change countsAnswers() {
    return (view, event, real) -> {
      if (event instanceof StockReleased && view.remarks().contains(OrderDancer.STOCK_BACK)) {
        return real.react(PAYMENT_REVERSED);
      }
      if (event instanceof PaymentReversed && view.remarks().contains(OrderDancer.MONEY_BACK)) {
        return real.react(STOCK_RELEASED);
      }
      return real.react(event);
    };
  }

  /** Inventory does nothing about a refund before it has read that the order was confirmed. */
  static Change waitsForTheConfirmation() {
    return (view, event, real) ->
        event instanceof OrderRefundRequested && view.state().equals("RESERVED")
            ? List.of()
            : real.react(event);
  }

  /** A participant that knows nothing of an order to be undone answers, and forgets it. */
  static Change forgetsTheFence(SpecificRecord answer) {
    return (view, event, real) ->
        undoes(event) && view.state().equals(View.NOTHING) ? List.of(answer) : real.react(event);
  }

  /** Order takes no notice of an answer that it has not asked for. */
  static Change ignoresUnaskedAnswers() {
    return (view, event, real) ->
        answers(event) && UNDECIDED_OR_CONFIRMED.contains(view.state())
            ? List.of()
            : real.react(event);
  }

  /** Inventory answers each time it is asked, not only when it closes. */
  static Change answersEveryTime() {
    return (view, event, real) ->
        undoes(event) && CLOSED.contains(view.state())
            ? List.of(STOCK_RELEASED)
            : real.react(event);
  }

  private static boolean undoes(SpecificRecord event) {
    return event instanceof OrderCancellationRequested || event instanceof OrderRefundRequested;
  }

  private static boolean answers(SpecificRecord event) {
    return event instanceof StockReleased || event instanceof PaymentReversed;
  }
}
