package dev.quadrille.testkit.explorer;

import static dev.quadrille.testkit.explorer.View.BALANCE;
import static dev.quadrille.testkit.explorer.View.CASH;
import static dev.quadrille.testkit.explorer.View.CUSTOMER;
import static dev.quadrille.testkit.explorer.View.MERCHANT;
import static dev.quadrille.testkit.explorer.View.ON_HAND;
import static dev.quadrille.testkit.explorer.View.RESERVED;
import static dev.quadrille.testkit.explorer.View.SUSPENSE;

import dev.quadrille.contracts.OrderLine;
import dev.quadrille.contracts.OrderPlaced;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What the numbers have to be at every moment: a service moves its state and them together. */
final class Books {
  private static final Set<Map<String, Long>> AS_BEFORE = Set.of(Map.of());

  private final Situation start;
  private final Map<String, Set<Map<String, Long>>> stock;
  private final Map<String, Set<Map<String, Long>>> money;

  /**
   * @param start when nothing had moved yet
   * @param order what is to move
   */
  Books(Situation start, OrderPlaced order) {
    this.start = start;
    long units = order.getLines().stream().mapToLong(OrderLine::getQuantity).sum();
    long total = order.getTotalMinor();
    this.stock =
        Map.of(
            "RESERVED", Set.of(Map.of(RESERVED, units)),
            "COMMITTED", Set.of(Map.of(ON_HAND, -units)));
    this.money =
        Map.of(
            "DEBITED", Set.of(paid(total, MERCHANT)),
            "IN_SUSPENSE", Set.of(paid(total, SUSPENSE)),
            "REVERSED", Set.of(Map.of(), paid(total, CASH)));
  }

  /** Which books do not say what their service's state says. */
  List<Trouble> audit(Situation now) {
    return Stream.concat(audit("inventory", now, stock), audit("account", now, money)).toList();
  }

  private Stream<Trouble> audit(
      String dancer, Situation now, Map<String, Set<Map<String, Long>>> expected) {
    var view = now.view(dancer);
    var moved = view.since(start.view(dancer));
    return expected.getOrDefault(view.state(), AS_BEFORE).contains(moved)
        ? Stream.empty()
        : Stream.of(
            new Trouble(
                Kind.CONTRADICTION,
                "%s moved %s and is %s".formatted(dancer, moved, view.state())));
  }

  private static Map<String, Long> paid(long total, String to) {
    return Map.of(BALANCE, -total, CUSTOMER, -total, to, total);
  }
}
