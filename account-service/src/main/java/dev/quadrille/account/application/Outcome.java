package dev.quadrille.account.application;

import dev.quadrille.account.domain.Refusal;
import java.util.function.Function;

/**
 * What became of a command. A refusal is a value: nothing has changed then.
 *
 * @param <T> what was done, now or before
 */
public sealed interface Outcome<T> {

  /** Goes on with what was done, or with why it was not. */
  <R> R fold(Function<T, R> done, Function<Refusal, R> refused);

  /** It is done. */
  record Done<T>(T value) implements Outcome<T> {
    @Override
    public <R> R fold(Function<T, R> done, Function<Refusal, R> refused) {
      return done.apply(value);
    }
  }

  /** It is not done. */
  record Refused<T>(Refusal refusal) implements Outcome<T> {
    @Override
    public <R> R fold(Function<T, R> done, Function<Refusal, R> refused) {
      return refused.apply(refusal);
    }
  }
}
