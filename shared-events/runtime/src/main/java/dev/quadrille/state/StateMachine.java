package dev.quadrille.state;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * A machine: its name, the states an aggregate can be created in, and its moves.
 *
 * @param <S> the states
 * @param <T> the moves
 */
public final class StateMachine<S extends Enum<S> & State, T extends Enum<T> & Transition<S>> {
  private final String name;
  private final Set<S> initial;
  private final List<T> moves;
  private final Map<S, Set<S>> reachable;

  private StateMachine(String name, Set<S> initial, Class<T> moves) {
    this.name = name;
    this.initial = EnumSet.copyOf(initial);
    this.moves = List.of(moves.getEnumConstants());
    this.reachable = reachable();
  }

  /**
   * Describes a machine.
   *
   * @param name as in metrics: {@code order}, {@code reservation}
   * @param initial the states an aggregate can be created in; not empty
   * @param moves the enum of its moves
   */
  public static <S extends Enum<S> & State, T extends Enum<T> & Transition<S>>
      StateMachine<S, T> of(String name, Set<S> initial, Class<T> moves) {
    return new StateMachine<>(name, initial, moves);
  }

  /**
   * Journals a new aggregate.
   *
   * @throws IllegalArgumentException if nothing of this kind begins in that state
   */
  public void created(UUID id, S state, Journal journal) {
    if (!initial.contains(state)) {
      throw new IllegalArgumentException(name + " cannot begin as " + state);
    }
    journal.asked(name, id, Journal.CREATE, null, state, MoveOutcome.APPLIED);
  }

  /**
   * Makes the first of the wanted moves that is legal from here.
   *
   * @param id the aggregate
   * @param from its state now
   * @param become sets the new state; called only if a move was made
   * @param wanted the moves, the most wanted first
   * @return APPLIED if one was made; DUPLICATE if the state is at or past the end of one; else
   *     TOO_LATE
   */
  public MoveOutcome move(UUID id, S from, Consumer<S> become, Journal journal, List<T> wanted) {
    for (var move : wanted) {
      var to = move.edges().get(from);
      if (to != null) {
        become.accept(to);
        journal.asked(name, id, move.name(), from, to, MoveOutcome.APPLIED);
        return MoveOutcome.APPLIED;
      }
    }
    var outcome = anyIsDone(from, wanted) ? MoveOutcome.DUPLICATE : MoveOutcome.TOO_LATE;
    journal.asked(name, id, wanted.get(0).name(), from, from, outcome);
    return outcome;
  }

  /** Counts that an aggregate was to be created that is there already, fenced perhaps. */
  public MoveOutcome createdBefore(UUID id, S state, Journal journal) {
    journal.asked(name, id, Journal.CREATE, state, state, MoveOutcome.DUPLICATE);
    return MoveOutcome.DUPLICATE;
  }

  /** Counts a move that a fact on the aggregate, not its state, shows to be a repeat. */
  public MoveOutcome repeated(UUID id, S state, T move, Journal journal) {
    journal.asked(name, id, move.name(), state, state, MoveOutcome.DUPLICATE);
    return MoveOutcome.DUPLICATE;
  }

  /** The name in metrics. */
  public String name() {
    return name;
  }

  /** The machine as a mermaid state diagram. */
  public String mermaid() {
    var diagram = new StringBuilder("stateDiagram-v2\n");
    initial.forEach(state -> diagram.append("  [*] --> ").append(state).append('\n'));
    for (var move : moves) {
      new EnumMap<>(move.edges())
          .forEach((from, to) -> diagram.append("  %s --> %s: %s%n".formatted(from, to, move)));
    }
    return diagram.toString();
  }

  private boolean anyIsDone(S state, List<T> wanted) {
    for (var move : wanted) {
      if (move.edges().values().stream().anyMatch(end -> reachable.get(end).contains(state))) {
        return true;
      }
    }
    return false;
  }

  private Map<S, Set<S>> reachable() {
    var states = initial.iterator().next().getDeclaringClass();
    var closure = new EnumMap<S, Set<S>>(states);
    for (var state : states.getEnumConstants()) {
      closure.put(state, EnumSet.of(state));
    }
    for (var round : states.getEnumConstants()) {
      for (var move : moves) {
        move.edges().forEach((from, to) -> closure.get(from).addAll(closure.get(to)));
      }
    }
    return closure;
  }
}
