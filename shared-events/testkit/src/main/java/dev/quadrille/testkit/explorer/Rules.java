package dev.quadrille.testkit.explorer;

import static dev.quadrille.testkit.explorer.Kind.CONTRADICTION;
import static dev.quadrille.testkit.explorer.Kind.NOISE;
import static dev.quadrille.testkit.explorer.Kind.STUCK;
import static dev.quadrille.testkit.explorer.Kind.WRONG_MOVE;

import dev.quadrille.testkit.explorer.Step.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a dance has to keep to, whoever dances it and however the order ends. */
final class Rules {
  private static final Set<String> STOCK_HELD = Set.of("RESERVED", "COMMITTED");
  private static final Set<String> MONEY_HELD = Set.of("DEBITED", "IN_SUSPENSE");
  private static final Map<String, Set<String>> TOLD =
      Map.of(
          "CONFIRMED", Set.of("ORDER_CONFIRMED"),
          "CANCELLED", Set.of("ORDER_CANCELLED"),
          "REFUNDED", Set.of("ORDER_CONFIRMED", "ORDER_REFUNDED"));

  private Rules() {}

  /** A terminal state is never left, save CONFIRMED for a refund, and no end comes too soon. */
  static List<Trouble> move(Situation before, Situation after) {
    if (before.order().equals(after.order())) {
      return List.of();
    }
    var move = "%s -> %s".formatted(before.order(), after.order());
    var troubles = new ArrayList<Trouble>();
    if (before.ended() && !move.equals("CONFIRMED -> REFUNDING")) {
      troubles.add(new Trouble(WRONG_MOVE, move + " leaves a terminal state"));
    }
    if (after.undone() && (stockHeld(after) || moneyHeld(after))) {
      troubles.add(new Trouble(WRONG_MOVE, move + " comes too soon: " + after.states()));
    }
    return troubles;
  }

  /** Where nothing moves any more, the order has ended, and the others agree with it. */
  static List<Trouble> rest(Situation now) {
    if (now.caseOpen() && !now.undone()) {
      return List.of(); // It is a person's turn, and that is no end.
    }
    if (!now.ended()) {
      return List.of(new Trouble(STUCK, now.toString()));
    }
    var troubles = new ArrayList<Trouble>();
    if (!agree(now)) {
      troubles.add(new Trouble(CONTRADICTION, now.states()));
    }
    var told = now.view("notification").remarks();
    if (!told.equals(TOLD.get(now.order()))) {
      troubles.add(
          new Trouble(
              CONTRADICTION, "%s, but the customer was told %s".formatted(now.order(), told)));
    }
    return troubles;
  }

  /** After the end, a replay changes nothing and tells nothing. */
  static List<Trouble> replay(Situation end, Step step) {
    return step.cause() == Cause.REPLAYED && end.ended() && !end.caseOpen()
        ? List.of(
            new Trouble(
                NOISE,
                "%s does something though it has ended: %s".formatted(step.name(), end.states())))
        : List.of();
  }

  private static boolean agree(Situation now) {
    return now.undone()
        ? !stockHeld(now) && !moneyHeld(now)
        : now.reservation().equals("COMMITTED") && now.payment().equals("DEBITED");
  }

  private static boolean stockHeld(Situation now) {
    return STOCK_HELD.contains(now.reservation());
  }

  private static boolean moneyHeld(Situation now) {
    return MONEY_HELD.contains(now.payment());
  }
}
