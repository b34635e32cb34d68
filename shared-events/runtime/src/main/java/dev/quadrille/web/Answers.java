package dev.quadrille.web;

import dev.quadrille.state.Outcome;
import dev.quadrille.state.Refusal;
import java.util.function.Function;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;

/** How outcomes are answered: what is unknown with 404, any other refusal with 409. */
public final class Answers {

  private Answers() {}

  /** Shows what was done with 200, or says why it was not. */
  public static <T, V> ResponseEntity<V> ok(
      Outcome<T> outcome, Function<? super T, ? extends V> view) {
    return of(outcome, done -> ResponseEntity.ok(view.apply(done)));
  }

  /** Answers what was done in the controller's way, or says why it was not. */
  public static <T, V> ResponseEntity<V> of(
      Outcome<T> outcome, Function<? super T, ResponseEntity<V>> answer) {
    return outcome.fold(answer, Answers::refused);
  }

  private static <V> ResponseEntity<V> refused(Refusal why) {
    var status =
        switch (why.kind()) {
          case UNKNOWN -> HttpStatus.NOT_FOUND;
          case CONFLICT -> HttpStatus.CONFLICT;
        };
    return ResponseEntity.of(Problem.of(status, why.type(), why.text())).build();
  }
}
