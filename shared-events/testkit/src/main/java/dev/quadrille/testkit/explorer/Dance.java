package dev.quadrille.testkit.explorer;

import java.util.List;
import java.util.function.Supplier;

/**
 * One order, and everybody who dances it.
 *
 * @param given the circumstances, as a trace begins with them: {@code too little money}
 * @param dancers make each service anew, as it stands when the order has just been placed; one of
 *     them opens
 */
public record Dance(String given, List<Supplier<Dancer>> dancers) {

  public Dance {
    dancers = List.copyOf(dancers);
  }
}
