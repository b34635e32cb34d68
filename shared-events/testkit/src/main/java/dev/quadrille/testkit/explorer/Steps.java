package dev.quadrille.testkit.explorer;

import static dev.quadrille.testkit.explorer.Step.Cause.DUE;
import static dev.quadrille.testkit.explorer.Step.Cause.REPLAYED;
import static dev.quadrille.testkit.explorer.Step.Cause.WISHED;

import dev.quadrille.contracts.EventType;
import dev.quadrille.testkit.explorer.Cue.Heard;
import dev.quadrille.testkit.explorer.Faults.Aside;
import dev.quadrille.testkit.explorer.Moment.Left;
import dev.quadrille.testkit.explorer.Step.Cause;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;

/** What can happen in a dance, moment by moment. */
final class Steps {
  private final List<Behaviour> dancers;
  private final List<String> names;
  private final Faults faults;
  private final Fact.Register facts = new Fact.Register();
  private final Map<Fact, List<Letter>> letters = new HashMap<>();

  Steps(Dance dance, Faults faults) {
    this.dancers = dance.dancers().stream().map(dancer -> new Behaviour(dancer, facts)).toList();
    this.names = dancers.stream().map(Behaviour::name).toList();
    this.faults = faults;
  }

  /** The order has been placed, and nobody has heard of it. */
  Moment first() {
    var standings = dancers.stream().map(Behaviour::start).toList();
    var left = new Left(faults.redeliveries(), faults.forgery() == null ? 0 : 1);
    var silent = new Moment(standings, List.of(), Set.of(), Set.of(), left);
    return publish(silent, opening().stream().map(facts::of).toList());
  }

  /** What the dancers tell before they have heard anything. */
  List<SpecificRecord> opening() {
    return dancers.stream()
        .flatMap(dancer -> dancer.opening().stream())
        .<SpecificRecord>map(event -> event)
        .toList();
  }

  /** How things stand, by the dancers' names. */
  Situation situation(Moment moment) {
    return new Situation(names, moment.standings().stream().map(Standing::view).toList());
  }

  /** Everything that can happen now and makes a difference. */
  List<Step> from(Moment now) {
    return Stream.of(deliveries(now), redeliveries(now), commands(now), forgery(now))
        .flatMap(steps -> steps)
        .filter(step -> !step.next().like(now) || !step.troubles().isEmpty())
        .toList();
  }

  private Stream<Step> deliveries(Moment now) {
    return faults
        .post()
        .next(now.underWay())
        .map(
            letter -> {
              var rest = now.carrying(faults.post().without(now.underWay(), letter));
              return hears(rest, letter, DUE);
            });
  }

  private Stream<Step> redeliveries(Moment now) {
    if (now.left().redeliveries() == 0) {
      return Stream.empty();
    }
    var fewer = now.redelivering();
    return now.published().stream()
        .sorted()
        .flatMap(this::letters)
        .map(letter -> hears(fewer, letter, REPLAYED));
  }

  private Stream<Step> commands(Moment now) {
    return everybody()
        .boxed()
        .flatMap(
            i ->
                Stream.concat(
                    dancers.get(i).timers().stream().map(cue -> asked(now, i, cue, DUE)),
                    dancers.get(i).wishes().stream().map(cue -> asked(now, i, cue, WISHED))));
  }

  private Stream<Step> forgery(Moment now) {
    var forgery = faults.forgery();
    if (forgery == null || now.left().forgeries() == 0) {
      return Stream.empty();
    }
    var forged = facts.of(forgery.event());
    var letters =
        letters(forged).filter(letter -> forgery.dancers().contains(names.get(letter.dancer())));
    var next = now.forging().carrying(faults.post().with(now.underWay(), letters));
    return Stream.of(new Step("somebody forges " + forged, WISHED, next, List.of()));
  }

  private Step hears(Moment now, Letter letter, Cause cause) {
    var again = cause == REPLAYED ? " (again)" : "";
    var name = names.get(letter.dancer()) + " ← " + letter.fact() + again;
    return step(now, letter.dancer(), new Heard(letter.fact()), name, cause);
  }

  private Step asked(Moment now, int dancer, Cue command, Cause cause) {
    return step(now, dancer, command, command.toString(), cause);
  }

  private Step step(Moment now, int dancer, Cue cue, String name, Cause cause) {
    var response = dancers.get(dancer).after(now.standings().get(dancer), cue);
    var next = publish(now.standing(dancer, response.after()), response.told());
    var moved = response.moved();
    if (moved.isEmpty()) {
      return new Step(name, cause, next, response.troubles());
    }
    // Each movement happens to an order once: no two of an order's are alike.
    var troubles =
        now.moved().contains(moved) ? List.of(new Trouble(Kind.TWICE, moved)) : List.<Trouble>of();
    return new Step(name, cause, next.moving(moved), troubles);
  }

  private Moment publish(Moment now, List<Fact> told) {
    return now.publishing(told)
        .carrying(faults.post().with(now.underWay(), told.stream().flatMap(this::letters)));
  }

  private Stream<Letter> letters(Fact fact) {
    return letters.computeIfAbsent(fact, this::addressed).stream();
  }

  private List<Letter> addressed(Fact fact) {
    return everybody()
        .filter(i -> reaches(fact.type(), dancers.get(i)))
        .mapToObj(i -> new Letter(i, fact))
        .toList();
  }

  private boolean reaches(EventType type, Behaviour dancer) {
    return dancer.hears(type) && !faults.aside().contains(new Aside(type, dancer.name()));
  }

  private IntStream everybody() {
    return IntStream.range(0, dancers.size());
  }
}
