package dev.quadrille.ops;

import dev.quadrille.idempotency.Leased;
import dev.quadrille.relay.OutboxRelay;
import dev.quadrille.relay.RelayReport;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Shows how the outbox gets to Kafka, and sends events again when a topic has lost them. */
@RestController
@RequestMapping("/ops/relay")
class RelayEndpoint {
  private final OutboxRelay relay;

  RelayEndpoint(OutboxRelay relay) {
    this.relay = relay;
  }

  @GetMapping
  RelayReport show() {
    return relay.report();
  }

  /** Answers when Kafka has acknowledged the last of them, which may take minutes. */
  @Leased
  @PostMapping("/republish")
  Republished republish(@Valid @RequestBody Republish request) {
    var replay = request.replay() == null ? "republish-" + request.from() : request.replay();
    return new Republished(replay, relay.republish(request.from(), replay));
  }

  /**
   * Which retained events to send again, under their own ids.
   *
   * @param from those whose transaction began then or later
   * @param replay how the records' headers name this replay; absent: after {@code from}
   */
  record Republish(
      @NotNull Instant from, @Nullable @Pattern(regexp = "[\\x21-\\x7e]{1,100}") String replay) {}

  /**
   * What was sent again.
   *
   * @param events how many
   */
  record Republished(String replay, long events) {}
}
