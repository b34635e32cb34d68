package dev.quadrille.testkit.explorer;

import dev.quadrille.contracts.EventType;
import dev.quadrille.testkit.explorer.Cue.Heard;
import dev.quadrille.testkit.explorer.Cue.TooEarlyException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;

/**
 * What a dancer does wherever it stands, learned by dancing. A service sees nothing but its own
 * database, so each of its views is tried with each cue once, however many interleavings lead
 * there.
 */
final class Behaviour {
  private final Supplier<Dancer> fresh;
  private final Fact.Register facts;
  private final Dancer untouched;
  private final String name;
  private final Set<EventType> heard;
  private final List<Cue> wishes;
  private final List<Cue> timers;
  private final Map<View, Standing> standings = new HashMap<>();

  Behaviour(Supplier<Dancer> fresh, Fact.Register facts) {
    this.fresh = fresh;
    this.facts = facts;
    this.untouched = fresh.get();
    var handlers = untouched.handlers();
    this.name = handlers.consumer();
    this.heard =
        Arrays.stream(EventType.values()).filter(handlers::handle).collect(Collectors.toSet());
    this.wishes = asked(untouched.wishes());
    this.timers = asked(untouched.timers());
    start().ways().add(List.of());
  }

  String name() {
    return name;
  }

  boolean hears(EventType type) {
    return heard.contains(type);
  }

  List<? extends SpecificRecord> opening() {
    return untouched.opening();
  }

  List<Cue> wishes() {
    return wishes;
  }

  List<Cue> timers() {
    return timers;
  }

  /** Where it stands when it has heard nothing yet. */
  Standing start() {
    return standing(untouched.view());
  }

  /** What follows from a cue. */
  Response after(Standing from, Cue cue) {
    var before = from.responses().get(cue);
    if (before != null) {
      return before;
    }
    var shortest = from.ways().get(0);
    var response = dance(shortest, cue);
    from.responses().put(cue, response);
    from.ways().forEach(way -> agree(from, way, cue));
    if (!response.failed()) {
      arrive(response.after(), join(shortest, List.of(cue)));
    }
    return response;
  }

  private void arrive(Standing at, List<Cue> way) {
    at.ways().add(way);
    at.responses().keySet().forEach(cue -> agree(at, way, cue));
  }

  private void agree(Standing at, List<Cue> way, Cue cue) {
    var expected = at.responses().get(cue);
    var here = dance(way, cue);
    // A view that hides something would merge situations that are not the same.
    if (!here.equals(expected)) {
      throw new IllegalStateException(
          "the view %s of %s hides something: %s brings %s after %s, but %s after %s"
              .formatted(at.view(), name, cue, expected, at.ways().get(0), here, way));
    }
    agreeInABatch(way, cue, here);
  }

  /** A batch of two brings what its events bring one after the other. */
  private void agreeInABatch(List<Cue> way, Cue cue, Response apart) {
    if (way.isEmpty() || apart.failed()) {
      return;
    }
    var before = way.subList(0, way.size() - 1);
    var last = way.get(way.size() - 1);
    if (last instanceof Heard first && cue instanceof Heard second && first.travelsWith(second)) {
      var told = join(dance(before, first).told(), apart.told());
      var together = dance(before, first.with(second));
      if (together.after() != apart.after() || !together.told().equals(told)) {
        throw new IllegalStateException(
            "%s: in one batch, %s brings %s after %s; one after the other they bring %s and %s"
                .formatted(name, first.with(second), together, before, apart.after(), told));
      }
    }
  }

  private Response dance(List<Cue> way, Cue cue) {
    var dancer = fresh.get();
    way.forEach(step -> step.give(dancer));
    var before = standing(dancer.view());
    try {
      var told = cue.give(dancer).stream().map(facts::of).toList();
      var after = standing(dancer.view());
      return new Response(after, told, moved(before, after), List.of());
    } catch (TooEarlyException e) {
      return Response.failure(
          before, Kind.TOO_EARLY, name + " has nothing that " + cue + " is about");
    } catch (RuntimeException e) {
      return Response.failure(before, Kind.BROKEN, "%s: %s ends in %s".formatted(name, cue, e));
    }
  }

  private String moved(Standing before, Standing after) {
    var moved = after.view().since(before.view());
    return moved.isEmpty() ? "" : name + moved;
  }

  private Standing standing(View view) {
    return standings.computeIfAbsent(view, Standing::new);
  }

  private static <T> List<T> join(List<T> some, List<T> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  private static List<Cue> asked(List<Command> commands) {
    return commands.stream().<Cue>map(command -> new Cue.Asked(command.name())).toList();
  }
}
