package dev.quadrille.choreography;

import dev.quadrille.contracts.EventType;
import dev.quadrille.handling.EventHandlers;
import dev.quadrille.testkit.explorer.Command;
import dev.quadrille.testkit.explorer.Dancer;
import dev.quadrille.testkit.explorer.View;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecord;

/** A dancer who breaks a rule: some of its reactions are others, all the rest is real. */
final class Changed implements Dancer {
  private final Dancer original;
  private final Change change;

  private Changed(Dancer original, Change change) {
    this.original = original;
    this.change = change;
  }

  /** Changes one of the dancers. */
  static UnaryOperator<Dancer> dancer(String name, Change change) {
    return dancer ->
        dancer.handlers().consumer().equals(name) ? new Changed(dancer, change) : dancer;
  }

  @Override
  public EventHandlers<?> handlers() {
    return around(original.handlers());
  }

  @Override
  public List<? extends SpecificRecord> opening() {
    return original.opening();
  }

  @Override
  public List<Command> wishes() {
    return original.wishes();
  }

  @Override
  public List<Command> timers() {
    return original.timers();
  }

  @Override
  public View view() {
    return original.view();
  }

  private <W> EventHandlers<?> around(EventHandlers<W> real) {
    EventHandlers.Builder<EventHandlers<W>.Work> changed =
        EventHandlers.forConsumer(real.consumer(), real::begin);
    changed.knowing(EventHandlers.Work::knows);
    for (var type : EventType.values()) {
      if (real.handle(type)) {
        changed.on(
            type.record(), (work, event) -> change.react(original.view(), event, work::react));
      }
    }
    return changed.build();
  }

  /** What the dancer does instead. */
  interface Change {

    /**
     * Reacts.
     *
     * @param view how things stand with the dancer
     * @param real what the real one would do, about this event or another
     */
    List<? extends SpecificRecord> react(View view, SpecificRecord event, Real real);
  }

  /** The real reaction. */
  interface Real {
    List<? extends SpecificRecord> react(SpecificRecord event);
  }
}
