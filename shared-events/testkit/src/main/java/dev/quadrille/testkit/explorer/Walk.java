package dev.quadrille.testkit.explorer;

import static dev.quadrille.testkit.explorer.Step.Cause.DUE;

import dev.quadrille.contracts.OrderPlaced;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A walk through every moment of one dance, breadth first, so that each is reached soonest. */
final class Walk {
  // Several times as long as the longest that ends.
  private static final int MOST_STEPS = 200;

  private final Steps steps;
  private final Books books;
  private final Findings findings = new Findings();
  private final Map<Moment, Arrival> arrivals = new HashMap<>();
  private final Queue<Moment> ahead = new ArrayDeque<>();
  private final SortedSet<String> ends = new TreeSet<>();

  private Walk(Dance dance, Faults faults) {
    this.steps = new Steps(dance, faults);
    var first = steps.first();
    this.books = new Books(steps.situation(first), placed());
    arrive(first, new Arrival(null, "given " + dance.given(), 0));
  }

  /** Walks until nothing is new. */
  static Exploration through(Dance dance, Faults faults) {
    var walk = new Walk(dance, faults);
    while (!walk.ahead.isEmpty()) {
      walk.visit(walk.ahead.remove());
    }
    return new Exploration(walk.arrivals.size(), walk.ends, walk.findings.all());
  }

  private void visit(Moment now) {
    var situation = steps.situation(now);
    var possible = steps.from(now);
    var way = arrivals.get(now);
    findings.add(books.audit(situation), () -> trace(way));
    var rests = possible.stream().noneMatch(step -> step.cause() == DUE);
    if (rests) {
      ends.add(situation.states());
      findings.add(Rules.rest(situation), () -> trace(way));
    }
    for (var step : possible) {
      var arrival = new Arrival(now, step.name(), way.steps + 1);
      findings.add(step.troubles(), () -> trace(arrival));
      findings.add(Rules.move(situation, steps.situation(step.next())), () -> trace(arrival));
      if (rests) {
        findings.add(Rules.replay(situation, step), () -> trace(arrival));
      }
      arrive(step.next(), arrival);
    }
  }

  private void arrive(Moment moment, Arrival arrival) {
    if (arrivals.putIfAbsent(moment, arrival) == null) {
      ahead.add(moment);
    }
    if (arrival.steps > MOST_STEPS) {
      throw new IllegalStateException("the dance does not end: " + trace(arrival));
    }
  }

  private List<String> trace(Arrival last) {
    var trace = new LinkedList<String>();
    for (var arrival = last; arrival != null; arrival = arrivals.get(arrival.from)) {
      trace.addFirst(arrival.step);
    }
    return trace;
  }

  private OrderPlaced placed() {
    return steps.opening().stream()
        .filter(OrderPlaced.class::isInstance)
        .map(OrderPlaced.class::cast)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no dancer opens with an order"));
  }

  /** How a moment was reached first, and after how many steps. */
  private record Arrival(@Nullable Moment from, String step, int steps) {}
}
