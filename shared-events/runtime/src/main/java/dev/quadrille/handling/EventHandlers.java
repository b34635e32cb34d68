package dev.quadrille.handling;

import dev.quadrille.contracts.EventType;
import dev.quadrille.contracts.Lane;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;

/**
 * A service's part of the dance: which events it reacts to, and how.
 *
 * @param <W> what the reactions to one batch work on: the rows it has loaded and locked
 */
public final class EventHandlers<W> {
  private final String consumer;
  private final Function<Batch, W> load;
  private final BiPredicate<W, SpecificRecord> knows;
  private final Map<EventType, Reaction<W, SpecificRecord>> reactions;

  private EventHandlers(Builder<W> builder) {
    this.consumer = builder.consumer;
    this.load = builder.load;
    this.knows = builder.knows;
    this.reactions = Map.copyOf(builder.reactions);
  }

  /**
   * Begins a service's table of reactions.
   *
   * @param consumer the service's name; its consumer groups are named after it
   * @param load loads and locks everything that a batch touches: one query for each kind of row
   */
  public static <W> Builder<W> forConsumer(String consumer, Function<Batch, W> load) {
    return new Builder<>(consumer, load);
  }

  /** The service's name. */
  public String consumer() {
    return consumer;
  }

  /** Whether anything follows from events of this type here. */
  public boolean handle(EventType type) {
    return reactions.containsKey(type);
  }

  /** The topics of a lane on which something is to be reacted to; may be empty. */
  public Set<String> topics(Lane lane) {
    return reactions.keySet().stream()
        .filter(type -> type.lane() == lane)
        .map(EventType::topic)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Loads what a batch touches and answers its events one by one. */
  public Work begin(Batch batch) {
    return new Work(load.apply(batch));
  }

  /** The reactions to one batch. */
  public final class Work {
    private final W work;

    private Work(W work) {
      this.work = work;
    }

    /** Whether what the event needs to find is there; else it is too early. */
    public boolean knows(SpecificRecord event) {
      return knows.test(work, event);
    }

    /** The events that follow from this one. */
    public List<? extends SpecificRecord> react(SpecificRecord event) {
      return reactions.get(EventType.of(event)).react(work, event);
    }
  }

  /**
   * Builds a table of reactions.
   *
   * @param <W> what the reactions to one batch work on
   */
  public static final class Builder<W> {
    private final String consumer;
    private final Function<Batch, W> load;
    private final Map<EventType, Reaction<W, SpecificRecord>> reactions =
        new EnumMap<>(EventType.class);
    private BiPredicate<W, SpecificRecord> knows = (work, event) -> true;

    private Builder(String consumer, Function<Batch, W> load) {
      this.consumer = consumer;
      this.load = load;
    }

    /** Says how one type of event is answered. */
    public <E extends SpecificRecord> Builder<W> on(Class<E> type, Reaction<W, E> reaction) {
      var before =
          reactions.put(
              EventType.of(type), (work, event) -> reaction.react(work, type.cast(event)));
      if (before != null) {
        throw new IllegalArgumentException(type.getSimpleName() + " has two reactions");
      }
      return this;
    }

    /** Says whether the aggregate that an event cannot create exists: else it is too early. */
    public Builder<W> knowing(BiPredicate<W, SpecificRecord> test) {
      this.knows = test;
      return this;
    }

    /** The finished table. */
    public EventHandlers<W> build() {
      return new EventHandlers<>(this);
    }
  }
}
