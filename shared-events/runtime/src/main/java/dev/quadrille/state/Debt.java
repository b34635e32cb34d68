package dev.quadrille.state;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What somebody owes an aggregate that is in an intermediate state.
 *
 * @param by who: a service's name, or other words for people and systems
 * @param what an event, or other words; {@code {id}} stands for the aggregate's id
 * @param until the move that shows that it was paid; null if only leaving the state shows that
 */
public record Debt(String by, String what, @Nullable String until) {

  /** Somebody owes one of these events. */
  public static Debt of(String by, Class<?>... oneOf) {
    return of(
        by, Arrays.stream(oneOf).map(Class::getSimpleName).collect(Collectors.joining(" or ")));
  }

  /** Somebody owes something else than an event. */
  public static Debt of(String by, String what) {
    return new Debt(by, what, null);
  }

  /** The same, but due only if this has happened, of which the aggregate does not hear. */
  public Debt once(String condition) {
    return new Debt(by, what + ", once " + condition, until);
  }

  /** The same, but paid when this move has been made, though the state lasts. */
  public Debt until(Transition<?> move) {
    return new Debt(by, what, move.name());
  }
}
