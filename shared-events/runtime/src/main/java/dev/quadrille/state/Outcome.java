package dev.quadrille.state;

import java.util.Optional;
import java.util.function.Function;

/**
 * What became of something that was asked for. A "no" is a value, so that a transaction ends well.
 *
 * @param <T> what is there or was done, now or before
 */
public sealed interface Outcome<T> {

  /** Goes on with what was done, or with why it was not. */
  <R> R fold(Function<? super T, ? extends R> done, Function<? super Refusal, ? extends R> refused);

  /** Asks for something more, if this was done. */
  default <R> Outcome<R> then(Function<? super T, Outcome<R>> next) {
    return fold(next, Outcome::refused);
  }

  /** It is done. */
  static <T> Outcome<T> done(T value) {
    return new Done<>(value);
  }

  /** It is not done. */
  static <T> Outcome<T> refused(Refusal why) {
    return new Refused<>(why);
  }

  /** What was looked for, refused if it is not there. */
  static <T> Outcome<T> of(Optional<T> found, Refusal otherwise) {
    return found.map(Outcome::done).orElseGet(() -> refused(otherwise));
  }

  /** It is done. */
  record Done<T>(T value) implements Outcome<T> {
    @Override
    public <R> R fold(
        Function<? super T, ? extends R> done, Function<? super Refusal, ? extends R> refused) {
      return done.apply(value);
    }
  }

  /** It is not done. */
  record Refused<T>(Refusal why) implements Outcome<T> {
    @Override
    public <R> R fold(
        Function<? super T, ? extends R> done, Function<? super Refusal, ? extends R> refused) {
      return refused.apply(why);
    }
  }
}
