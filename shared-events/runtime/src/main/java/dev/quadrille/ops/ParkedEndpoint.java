package dev.quadrille.ops;

import dev.quadrille.web.Page;
import java.time.Instant;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shows what could not be handled. Payloads may hold personal data and are not shown here. */
@RestController
class ParkedEndpoint {
  private final JdbcClient jdbc;

  ParkedEndpoint(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @GetMapping("/ops/parked")
  Page<Parked, Long> parked(@RequestParam(defaultValue = "0") long after) {
    var items =
        jdbc.sql(
                """
                SELECT id, lane, topic, partition, "offset", event_id, event_type, reason, detail, attempts,
                       next_attempt_at, parked_at
                FROM parked_events WHERE settled_at IS NULL AND id > ? ORDER BY id LIMIT ?
                """)
            .param(after)
            .param(Page.SIZE)
            .query(Parked.class)
            .list();
    return Page.of(items, Function.identity(), Parked::id);
  }

  record Parked(
      long id,
      String lane,
      String topic,
      int partition,
      long offset,
      @Nullable UUID eventId,
      @Nullable String eventType,
      String reason,
      String detail,
      int attempts,
      @Nullable Instant nextAttemptAt,
      Instant parkedAt) {}
}
