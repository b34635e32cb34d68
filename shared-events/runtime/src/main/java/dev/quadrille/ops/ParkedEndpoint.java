package dev.quadrille.ops;

import dev.quadrille.handling.Instruction;
import dev.quadrille.handling.ParkedActions;
import dev.quadrille.handling.ParkedEvents;
import dev.quadrille.handling.ParkedFilter;
import dev.quadrille.handling.ParkedFilter.State;
import dev.quadrille.handling.ParkedSummary;
import dev.quadrille.handling.ParkingReason;
import dev.quadrille.web.Answers;
import dev.quadrille.web.Page;
import dev.quadrille.web.Text;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Shows what could not be handled, and lets people say what becomes of it. */
@RestController
@RequestMapping("/ops/parked")
class ParkedEndpoint {
  private final ParkedEvents events;
  private final ParkedActions actions;

  ParkedEndpoint(ParkedEvents events, ParkedActions actions) {
    this.events = events;
    this.actions = actions;
  }

  @GetMapping
  Page<ParkedSummary, Long> parked(
      @RequestParam(defaultValue = "0") long after,
      @RequestParam(defaultValue = "OPEN") State state,
      @RequestParam(required = false) @Nullable ParkingReason reason,
      @RequestParam(required = false) @Nullable String type,
      @RequestParam(required = false) @Nullable UUID order) {
    var filter = new ParkedFilter(state, reason, type, order);
    return Page.of(events.list(filter, after, Page.SIZE), Function.identity(), ParkedSummary::id);
  }

  /**
   * Shows one.
   *
   * @param visibility {@code REVEALED} shows texts and bytes too, which may be personal
   */
  @GetMapping("/{id}")
  ResponseEntity<ParkedView> show(
      @PathVariable long id, @RequestParam(defaultValue = "MASKED") Visibility visibility) {
    return Answers.ok(events.find(id), parked -> ParkedView.of(parked, visibility));
  }

  @PostMapping("/{id}/retry")
  ResponseEntity<ParkedSummary> retry(@PathVariable long id, @Valid @RequestBody Said said) {
    return Answers.ok(actions.retry(id, said.instruction()), Function.identity());
  }

  @PostMapping("/{id}/edit-and-retry")
  ResponseEntity<ParkedSummary> editAndRetry(@PathVariable long id, @Valid @RequestBody Edit edit) {
    var said = new Instruction(edit.by(), edit.why());
    if (edit.event() != null && edit.value() == null) {
      return Answers.ok(actions.edit(id, edit.event(), said), Function.identity());
    }
    if (edit.event() == null && edit.value() != null) {
      return Answers.ok(actions.edit(id, edit.value(), said), Function.identity());
    }
    throw new ResponseStatusException(HttpStatus.BAD_REQUEST);
  }

  @PostMapping("/{id}/discard")
  ResponseEntity<ParkedSummary> discard(@PathVariable long id, @Valid @RequestBody Said said) {
    return Answers.ok(actions.discard(id, said.instruction()), Function.identity());
  }

  /**
   * On whose word.
   *
   * @param by who
   * @param why the reason
   */
  record Said(@NotBlank @Text String by, @NotBlank @Text String why) {

    Instruction instruction() {
      return new Instruction(by, why);
    }
  }

  /**
   * What is to be attempted instead: an event or a value, one of them.
   *
   * @param event what it is to say, with the members that it is shown with
   * @param value the bytes in base64
   */
  record Edit(
      @NotBlank @Text String by,
      @NotBlank @Text String why,
      @Nullable Map<String, @Nullable Object> event,
      byte @Nullable [] value) {}
}
