package dev.quadrille.account.web;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.quadrille.account.application.ResolveCase;
import dev.quadrille.account.domain.Decision;
import dev.quadrille.account.domain.Resolution;
import dev.quadrille.account.domain.SuspenseCase;
import dev.quadrille.account.domain.SuspenseCases;
import dev.quadrille.account.domain.Suspension;
import dev.quadrille.state.Outcome;
import dev.quadrille.web.Answers;
import dev.quadrille.web.Page;
import dev.quadrille.web.Text;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Refunds that wait for a person. A case is named by its order. */
@RestController
@RequestMapping("/ops/cases")
class CaseController {
  private final ResolveCase resolveCase;
  private final SuspenseCases cases;

  CaseController(ResolveCase resolveCase, SuspenseCases cases) {
    this.resolveCase = resolveCase;
    this.cases = cases;
  }

  @GetMapping
  Page<CaseView, UUID> open(@RequestParam(defaultValue = Page.FIRST_ID) UUID after) {
    return Page.of(cases.open(after, Page.SIZE), CaseView::of, SuspenseCase::orderId);
  }

  @GetMapping("/{id}")
  ResponseEntity<CaseView> show(@PathVariable UUID id) {
    return Answers.ok(Outcome.of(cases.findById(id), SuspenseCases.UNKNOWN), CaseView::of);
  }

  @PostMapping("/{id}/resolve")
  ResponseEntity<CaseView> resolve(@PathVariable UUID id, @Valid @RequestBody Decided decided) {
    var decision = new Decision(decided.resolution(), decided.by(), decided.why());
    return Answers.ok(resolveCase.resolve(id, decision), CaseView::of);
  }

  record Decided(
      @NotNull Resolution resolution, @NotBlank @Text String by, @NotBlank @Text String why) {}

  /**
   * A case.
   *
   * @param decision null while it is open, as what follows
   */
  record CaseView(
      UUID orderId,
      @JsonUnwrapped Suspension suspension,
      @Nullable Decision decision,
      @Nullable Instant resolvedAt) {

    static CaseView of(SuspenseCase it) {
      return new CaseView(
          it.orderId(), it.suspension(), it.decision().orElse(null), it.resolvedAt().orElse(null));
    }
  }
}
