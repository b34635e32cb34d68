package dev.quadrille.testkit.explorer;

import static dev.quadrille.testkit.explorer.View.CASE_OPEN;
import static dev.quadrille.testkit.explorer.View.NOTHING;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** How things stand everywhere at one moment, as somebody would see who looks into all books. */
record Situation(List<String> names, List<View> views) {
  private static final Set<String> TERMINAL = Set.of("CONFIRMED", "CANCELLED", "REFUNDED");
  private static final Set<String> UNDONE = Set.of("CANCELLED", "REFUNDED");

  String order() {
    return view("order").state();
  }

  String reservation() {
    return view("inventory").state();
  }

  String payment() {
    return view("account").state();
  }

  View view(String dancer) {
    var place = names.indexOf(dancer);
    return place < 0 ? View.of(NOTHING) : views.get(place);
  }

  /** Whether the order is in a terminal state. */
  boolean ended() {
    return TERMINAL.contains(order());
  }

  /** Whether the order is in a terminal state in which nobody holds anything of it. */
  boolean undone() {
    return UNDONE.contains(order());
  }

  /** Whether a person has yet to decide where the order's money goes. */
  boolean caseOpen() {
    return view("account").says(CASE_OPEN);
  }

  /** The end that this is. */
  String states() {
    return "order %s, reservation %s, payment %s".formatted(order(), reservation(), payment());
  }

  @Override
  public String toString() {
    return IntStream.range(0, names.size())
        .mapToObj(i -> names.get(i) + " " + views.get(i))
        .collect(Collectors.joining(", "));
  }
}
