package dev.quadrille.choreography;

import static dev.quadrille.choreography.BrokenRules.PAYMENT_REVERSED;
import static dev.quadrille.choreography.BrokenRules.STOCK_RELEASED;
import static dev.quadrille.choreography.Given.NOW;
import static dev.quadrille.choreography.Given.ORDER;
import static dev.quadrille.testkit.explorer.Kind.CONTRADICTION;
import static dev.quadrille.testkit.explorer.Kind.NOISE;
import static dev.quadrille.testkit.explorer.Kind.STUCK;
import static dev.quadrille.testkit.explorer.Kind.WRONG_MOVE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.quadrille.contracts.CancellationReason;
import dev.quadrille.contracts.DebitRejected;
import dev.quadrille.contracts.DebitRejectionReason;
import dev.quadrille.contracts.EventType;
import dev.quadrille.contracts.OrderCancellationRequested;
import dev.quadrille.contracts.OrderRefundRequested;
import dev.quadrille.contracts.RefundReason;
import dev.quadrille.testkit.explorer.Exploration;
import dev.quadrille.testkit.explorer.Explorer;
import dev.quadrille.testkit.explorer.Finding;
import dev.quadrille.testkit.explorer.Kind;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every interleaving of one order's events, through the handlers of all four services. */
class ChoreographyExplorerTest {
  private static final OrderCancellationRequested CANCELLATION =
      new OrderCancellationRequested(ORDER, CancellationReason.CUSTOMER, NOW);
  private static final OrderRefundRequested REFUND =
      new OrderRefundRequested(ORDER, RefundReason.CUSTOMER, NOW);
  private static final DebitRejected NO_MONEY =
      new DebitRejected(ORDER, DebitRejectionReason.INSUFFICIENT_FUNDS, NOW);

  @Nested
  class EveryOrderEndsWell {
    private final Explorer real = Explorer.of(Cast.real());

    @Test
    void andInTheseWaysOnly() {
      assertThat(clean(real).ends())
          .containsExactly(
              "order CANCELLED, reservation FENCED, payment FENCED",
              "order CANCELLED, reservation RELEASED, payment FENCED",
              "order CANCELLED, reservation RELEASED, payment REVERSED",
              // A person's turn: a case is open.
              "order CANCELLING, reservation RELEASED, payment IN_SUSPENSE",
              "order CONFIRMED, reservation COMMITTED, payment DEBITED",
              "order REFUNDED, reservation RELEASED, payment REVERSED",
              "order REFUNDED, reservation RESTOCKED, payment REVERSED",
              "order REFUNDING, reservation RELEASED, payment IN_SUSPENSE",
              "order REFUNDING, reservation RESTOCKED, payment IN_SUSPENSE");
    }

    @Test // cases S1, S2, R1
    void thoughTwoEventsComeAgainPastEveryInbox() {
      assertThat(clean(real.redeliveries(2)).states()).isGreaterThan(10_000);
    }

    @Test // case K5
    void thoughTopicsLoseTheirOrderAndTwoEventsComeAgain() {
      assertThat(clean(real.redeliveries(2).topicsWithoutOrder()).states()).isGreaterThan(10_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"inventory", "account", "inventory account"})
    void thoughSomebodyForgesACancellation(String dancers) {
      clean(real.forging(CANCELLATION, dancers.split(" ")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"inventory", "account", "inventory account"})
    void thoughSomebodyForgesARefund(String dancers) {
      clean(real.forging(REFUND, dancers.split(" ")));
    }

    @Test
    void thoughSomebodyForgesARefusal() {
      clean(real.forging(NO_MONEY, "order"));
    }

    /** Order believes the answer, but what it asks for then comes true. */
    @ParameterizedTest
    @MethodSource("dev.quadrille.choreography.BrokenRules#answers")
    void thoughTooSoonWhenSomebodyForgesAnAnswer(SpecificRecord answer) {
      assertThat(real.forging(answer, "order").explore().findings())
          .isNotEmpty()
          .allMatch(
              finding -> finding.kind() == WRONG_MOVE || finding.what().contains("IN_SUSPENSE"));
    }

    @ParameterizedTest
    @CsvSource({
      "ORDER_PLACED, inventory",
      "STOCK_RESERVED, account",
      "STOCK_REJECTED, order",
      "ACCOUNT_DEBITED, order",
      "DEBIT_REJECTED, order",
    })
    void thoughAnEventIsParkedAndNobodyCares(EventType type, String dancer) {
      clean(real.settingAside(type, dancer));
    }

    @Test
    void saveThatParkedGoodsStayUntilSomebodyCares() {
      var found = real.settingAside(EventType.ORDER_CONFIRMED, "inventory").explore();
      assertThat(found.findings())
          .extracting(Finding::kind, Finding::what)
          .containsExactly(
              tuple(CONTRADICTION, "order CONFIRMED, reservation RESERVED, payment DEBITED"));
    }
  }

  @Nested
  class ABrokenRuleIsFound {

    @Test
    void whenInventoryLeavesARefusalOpen() {
      var found = Explorer.of(Cast.with("inventory", BrokenRules.leavesARefusalOpen()));
      assertThat(first(STUCK, found).trace())
          .containsExactly(
              "given too little stock",
              "inventory ← OrderPlaced",
              "order ← StockRejected",
              "inventory ← OrderCancellationRequested",
              "account ← OrderCancellationRequested",
              "order ← PaymentReversed");
    }

    @Test
    void whenAccountLeavesARefusalOpen() {
      var found = Explorer.of(Cast.with("account", BrokenRules.leavesARefusalOpen()));
      assertThat(first(STUCK, found).what()).contains("order CANCELLING", "account REJECTED");
    }

    @Test
    void whenOrderCountsAnswers() {
      var counting = Explorer.of(Cast.with("order", BrokenRules.countsAnswers()));
      assertThat(counting.explore().findings()).isEmpty();
      assertThat(first(WRONG_MOVE, counting.redeliveries(1)).trace())
          .contains("order ← PaymentReversed", "order ← PaymentReversed (again)");
    }

    @Test
    void whenARefundWaitsForTheConfirmation() {
      var waiting = Explorer.of(Cast.with("inventory", BrokenRules.waitsForTheConfirmation()));
      assertThat(first(STUCK, waiting).what()).contains("order REFUNDING", "inventory COMMITTED");
    }

    @Test
    void whenInventoryForgetsTheFence() {
      var forgetful = BrokenRules.forgetsTheFence(STOCK_RELEASED);
      var found = first(CONTRADICTION, Explorer.of(Cast.with("inventory", forgetful)));
      assertThat(found.what()).isEqualTo("order CANCELLED, reservation RESERVED, payment FENCED");
    }

    @Test
    void whenAccountForgetsTheFence() {
      var forgetful = BrokenRules.forgetsTheFence(PAYMENT_REVERSED);
      var found = first(CONTRADICTION, Explorer.of(Cast.with("account", forgetful)));
      assertThat(found.what()).isEqualTo("order CANCELLED, reservation RELEASED, payment DEBITED");
    }

    @Test
    void whenOrderIgnoresUnaskedAnswers() {
      var ignoring = Explorer.of(Cast.with("order", BrokenRules.ignoresUnaskedAnswers()));
      assertThat(ignoring.explore().findings()).isEmpty();
      var forged = ignoring.forging(CANCELLATION, "inventory", "account");
      assertThat(first(STUCK, forged).trace())
          .contains("somebody forges OrderCancellationRequested");
    }

    @Test
    void whenInventoryAnswersEveryTime() {
      var chatty = Explorer.of(Cast.with("inventory", BrokenRules.answersEveryTime()));
      assertThat(chatty.explore().findings()).isEmpty();
      assertThat(first(NOISE, chatty.redeliveries(1)).trace())
          .last()
          .isEqualTo("inventory ← OrderCancellationRequested (again)");
    }

    @Test
    void whenAnAnswerIsALie() {
      var lied = Explorer.of(Cast.real()).forging(PAYMENT_REVERSED, "order");
      assertThat(first(WRONG_MOVE, lied).what()).contains("CANCELLED", "payment DEBITED");
    }
  }

  private static Exploration clean(Explorer explorer) {
    var exploration = explorer.explore();
    assertThat(exploration.findings()).isEmpty();
    return exploration;
  }

  private static Finding first(Kind kind, Explorer explorer) {
    var findings = explorer.explore().findings(kind);
    assertThat(findings).isNotEmpty();
    return findings.get(0);
  }
}
