package dev.quadrille.account.web;

import dev.quadrille.account.domain.Refusal;
import dev.quadrille.web.Problem;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;

/** How a refusal is answered: its name is the type of the problem. */
final class Answers {
  private static final Set<Refusal> NOT_FOUND =
      EnumSet.of(Refusal.UNKNOWN_ACCOUNT, Refusal.UNKNOWN_CASE);

  private Answers() {}

  static ResponseEntity<?> problem(Refusal refusal) {
    var status = NOT_FOUND.contains(refusal) ? HttpStatus.NOT_FOUND : HttpStatus.CONFLICT;
    var type = refusal.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return ResponseEntity.of(Problem.of(status, type, refusal.text())).build();
  }
}
