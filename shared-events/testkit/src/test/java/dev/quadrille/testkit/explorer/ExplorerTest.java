package dev.quadrille.testkit.explorer;

import static dev.quadrille.testkit.explorer.Kind.BROKEN;
import static dev.quadrille.testkit.explorer.Kind.CONTRADICTION;
import static dev.quadrille.testkit.explorer.Kind.NOISE;
import static dev.quadrille.testkit.explorer.Kind.STUCK;
import static dev.quadrille.testkit.explorer.Kind.TOO_EARLY;
import static dev.quadrille.testkit.explorer.Kind.TWICE;
import static dev.quadrille.testkit.explorer.Kind.WRONG_MOVE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quadrille.contracts.CancellationReason;
import dev.quadrille.contracts.EventType;
import dev.quadrille.contracts.OrderCancellationRequested;
import dev.quadrille.contracts.OrderConfirmed;
import dev.quadrille.contracts.OrderLine;
import dev.quadrille.contracts.OrderPlaced;
import dev.quadrille.handling.EventHandlers;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ExplorerTest {
  private static final UUID ORDER = UUID.fromString("01900000-0000-7000-8000-000000000001");
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final OrderPlaced PLACED =
      new OrderPlaced(
          ORDER, "m", "n", "c", "EUR", 10L, List.of(new OrderLine("tea", 2, 5L)), NOW, NOW);
  private static final OrderConfirmed CONFIRMED =
      new OrderConfirmed(ORDER, "c", "n", "EUR", 10L, NOW);
  private static final OrderCancellationRequested CANCELLATION =
      new OrderCancellationRequested(ORDER, CancellationReason.CUSTOMER, NOW);
  private static final UnaryOperator<String> SAME = state -> state;

  @Nested
  class Interleavings {

    @Test
    void keepTheOrderOfATopic() {
      var explorer = explorer(() -> order("PLACED").opens(CONFIRMED), this::listener);
      assertThat(explorer.explore().ends())
          .containsExactly("order PLACED, reservation heard placed confirmed, payment NOTHING");
      assertThat(explorer.topicsWithoutOrder().explore().ends())
          .containsExactly(
              "order PLACED, reservation heard confirmed placed, payment NOTHING",
              "order PLACED, reservation heard placed confirmed, payment NOTHING");
    }

    @Test
    void doNotOrderTopicsAgainstEachOther() {
      assertThat(
              explorer(() -> order("PLACED").opens(CANCELLATION), this::listener).explore().ends())
          .containsExactly(
              "order PLACED, reservation heard cancelled placed, payment NOTHING",
              "order PLACED, reservation heard placed cancelled, payment NOTHING");
    }

    @Test
    void redeliverAtAnyMomentSoOftenAndNoMore() {
      var explorer = explorer(() -> order("PLACED"), this::listener).redeliveries(2);
      assertThat(explorer.explore().ends())
          .containsExactly(
              "order PLACED, reservation heard placed placed placed, payment NOTHING",
              "order PLACED, reservation heard placed placed, payment NOTHING",
              "order PLACED, reservation heard placed, payment NOTHING");
    }

    @Test
    void forgeOnceForThoseWhoAreNamed() {
      var explorer =
          explorer(
              () -> order("PLACED"),
              this::listener,
              () ->
                  new Toy("account", "deaf").on(OrderCancellationRequested.class, deaf -> "hears"));
      assertThat(explorer.forging(CANCELLATION, "inventory").explore().ends())
          .containsExactly(
              "order PLACED, reservation heard cancelled placed, payment deaf",
              "order PLACED, reservation heard placed cancelled, payment deaf",
              "order PLACED, reservation heard placed, payment deaf");
    }

    @Test
    void leaveOutWhatIsSetAside() {
      var explorer = explorer(() -> order("PLACED"), this::listener).redeliveries(1);
      assertThat(explorer.settingAside(EventType.ORDER_PLACED, "inventory").explore().ends())
          .containsExactly("order PLACED, reservation heard, payment NOTHING");
    }

    private Toy listener() {
      return new Toy("inventory", "heard")
          .on(OrderPlaced.class, heard -> heard + " placed")
          .on(OrderConfirmed.class, heard -> heard + " confirmed")
          .on(OrderCancellationRequested.class, heard -> heard + " cancelled");
    }
  }

  @Nested
  class Reports {

    @Test
    void haveAShortestTrace() {
      var stuck =
          explorer(
              () ->
                  order("PLACED")
                      .wished("somebody waits", state -> "WAITING")
                      .timed("time passes", state -> "CANCELLING"),
              () -> new Toy("inventory", "REJECTED").on(OrderPlaced.class, SAME));
      assertThat(only(STUCK, stuck).toString())
          .startsWith("STUCK order CANCELLING, inventory REJECTED")
          .endsWith("\n    given a toy\n    inventory ← OrderPlaced\n    time passes");
    }

    @Test
    void waitForTheClockButForNoPerson() {
      var wished = explorer(() -> order("PLACED").wished("somebody cancels", state -> "CANCELLED"));
      assertThat(only(STUCK, wished).trace()).containsExactly("given a toy");
      var timed = explorer(() -> order("PLACED").timed("time passes", state -> "CANCELLED"));
      assertThat(timed.explore().findings(STUCK)).isEmpty();
    }

    @Test
    void nameATerminalStateThatIsLeft() {
      var revived =
          explorer(() -> order("CANCELLED").wished("somebody insists", state -> "PLACED"));
      assertThat(only(WRONG_MOVE, revived).what())
          .isEqualTo("CANCELLED -> PLACED leaves a terminal state");
    }

    @Test
    void nameAnEndThatComesTooSoon() {
      var hasty =
          explorer(
              () -> order("CANCELLING").timed("time passes", state -> "CANCELLED"),
              () -> new Toy("account", "DEBITED"));
      assertThat(only(WRONG_MOVE, hasty).what())
          .isEqualTo(
              "CANCELLING -> CANCELLED comes too soon:"
                  + " order CANCELLED, reservation NOTHING, payment DEBITED");
    }

    @Test
    void nameAnEndThatTheOthersContradict() {
      var half = explorer(() -> order("CONFIRMED"), () -> new Toy("inventory", "COMMITTED"));
      assertThat(half.explore().findings(CONTRADICTION))
          .extracting(Finding::what)
          .contains(
              "order CONFIRMED, reservation COMMITTED, payment NOTHING",
              "CONFIRMED, but the customer was told []");
    }

    @Test
    void nameBooksThatContradictTheState() {
      var moving = explorer(() -> order("PLACED"), this::mover);
      assertThat(only(CONTRADICTION, moving).what())
          .isEqualTo("inventory moved {on hand=-2} and is REJECTED");
    }

    @Test
    void nameWhatHappensTwice() {
      var moving = explorer(() -> order("PLACED"), this::mover);
      assertThat(moving.explore().findings(TWICE)).isEmpty();
      assertThat(only(TWICE, moving.redeliveries(1)).trace())
          .containsExactly(
              "given a toy", "inventory ← OrderPlaced", "inventory ← OrderPlaced (again)");
    }

    @Test
    void nameAReplayThatDoesSomethingAfterTheEnd() {
      var noisy = explorer(() -> order("CANCELLED"), this::mover);
      assertThat(noisy.explore().findings(NOISE)).isEmpty();
      assertThat(only(NOISE, noisy.redeliveries(1)).trace())
          .last()
          .isEqualTo("inventory ← OrderPlaced (again)");
    }

    @Test
    void nameAHandlerThatBreaksAndGoOn() {
      UnaryOperator<String> breaks =
          state -> {
            throw new IllegalStateException("no such shelf");
          };
      var breaking =
          explorer(
              () -> order("PLACED"), () -> new Toy("inventory", "").on(OrderPlaced.class, breaks));
      assertThat(only(BROKEN, breaking).what())
          .isEqualTo(
              "inventory: OrderPlaced ends in java.lang.IllegalStateException: no such shelf");
      assertThat(breaking.explore().findings(STUCK)).hasSize(1);
    }

    @Test
    void nameAnEventThatComesTooEarly() {
      var early =
          explorer(
              () -> order("PLACED"),
              () -> new Toy("inventory", "").on(OrderPlaced.class, SAME).knowsNothing());
      assertThat(only(TOO_EARLY, early).what())
          .isEqualTo("inventory has nothing that OrderPlaced is about");
    }

    private Toy mover() {
      return new Toy("inventory", "REJECTED").moves(OrderPlaced.class, View.ON_HAND, -2);
    }
  }

  @Nested
  class Refuses {

    @Test
    void viewsThatHideSomething() {
      var forgetful =
          explorer(
              () -> order("PLACED").opens(CONFIRMED, CANCELLATION),
              () -> {
                var heard = new AtomicInteger();
                return new Toy("inventory", "ONE")
                    .on(OrderPlaced.class, state -> count(heard, state))
                    .on(OrderConfirmed.class, state -> count(heard, state));
              });
      assertThatThrownBy(forgetful::explore)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("the view ONE of inventory hides something");
    }

    @Test
    void handlersThatDoOtherwiseInABatch() {
      assertThatThrownBy(explorer(() -> order("PLACED").opens(CONFIRMED), Stale::new)::explore)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("in one batch, OrderPlaced with OrderConfirmed brings");
    }

    @Test
    void dancesThatNeverEnd() {
      var endless = explorer(() -> order("").timed("time passes", state -> state + "."));
      assertThatThrownBy(endless::explore)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("does not end");
    }

    @Test
    void dancesWithoutAnOrder() {
      assertThatThrownBy(() -> explorer(() -> new Toy("order", "PLACED")).explore())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("no dancer opens with an order");
    }

    private String count(AtomicInteger heard, String state) {
      return heard.incrementAndGet() == 2 ? "TWO" : state;
    }
  }

  private static Toy order(String state) {
    return new Toy("order", state).opens(PLACED);
  }

  private static Explorer explorer(Maker... dancers) {
    return Explorer.of(new Dance("a toy", List.of(dancers)));
  }

  /** Overwrites what the events before in the same batch have done. */
  private static final class Stale implements Dancer {
    private String state = "heard";

    @Override
    public EventHandlers<?> handlers() {
      return EventHandlers.forConsumer("inventory", batch -> state)
          .on(OrderPlaced.class, (loaded, event) -> hear(loaded + " placed"))
          .on(OrderConfirmed.class, (loaded, event) -> hear(loaded + " confirmed"))
          .build();
    }

    private List<SpecificRecord> hear(String now) {
      state = now;
      return List.of();
    }

    @Override
    public View view() {
      return View.of(state);
    }
  }

  /** Makes a dancer; an array of these is not generic. */
  private interface Maker extends Supplier<Dancer> {}

  private static Finding only(Kind kind, Explorer explorer) {
    var findings = explorer.explore().findings(kind);
    assertThat(findings).hasSize(1);
    return findings.get(0);
  }
}
