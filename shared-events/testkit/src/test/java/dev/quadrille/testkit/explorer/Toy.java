package dev.quadrille.testkit.explorer;

import dev.quadrille.handling.EventHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecord;

/** A dancer that is all told in a test: it has a state and an amount, and answers events. */
final class Toy implements Dancer {
  private final EventHandlers.Builder<Toy> handlers;
  private final List<SpecificRecord> opening = new ArrayList<>();
  private final List<Command> wishes = new ArrayList<>();
  private final List<Command> timers = new ArrayList<>();
  private final Map<String, Long> amounts = new TreeMap<>();
  private String state;

  Toy(String name, String state) {
    this.state = state;
    this.handlers = EventHandlers.forConsumer(name, batch -> this);
  }

  Toy opens(SpecificRecord... events) {
    opening.addAll(List.of(events));
    return this;
  }

  /** On such an event it changes its state in this way, and tells what follows. */
  Toy on(
      Class<? extends SpecificRecord> type,
      UnaryOperator<String> change,
      SpecificRecord... following) {
    handlers.on(
        type,
        (toy, event) -> {
          state = change.apply(state);
          return List.of(following);
        });
    return this;
  }

  /** On such an event so much moves. */
  Toy moves(Class<? extends SpecificRecord> type, String where, long amount) {
    handlers.on(
        type,
        (toy, event) -> {
          amounts.merge(where, amount, Long::sum);
          return List.of();
        });
    return this;
  }

  Toy knowsNothing() {
    handlers.knowing((toy, event) -> false);
    return this;
  }

  /** If somebody wishes it, its state changes in this way. */
  Toy wished(String name, UnaryOperator<String> change) {
    wishes.add(changing(name, change));
    return this;
  }

  /** Sooner or later, its state changes in this way. */
  Toy timed(String name, UnaryOperator<String> change) {
    timers.add(changing(name, change));
    return this;
  }

  private Command changing(String name, UnaryOperator<String> change) {
    return new Command(
        name,
        () -> {
          state = change.apply(state);
          return List.of();
        });
  }

  @Override
  public EventHandlers<?> handlers() {
    return handlers.build();
  }

  @Override
  public List<SpecificRecord> opening() {
    return opening;
  }

  @Override
  public List<Command> wishes() {
    return wishes;
  }

  @Override
  public List<Command> timers() {
    return timers;
  }

  @Override
  public View view() {
    return View.of(state).amounting(amounts);
  }
}
