package dev.quadrille.ops;

import dev.quadrille.web.Page;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shows what is stuck, the oldest first, and who owes what would end that. */
@RestController
class StuckEndpoint {
  private final StuckAggregates stuck;

  StuckEndpoint(StuckAggregates stuck) {
    this.stuck = stuck;
  }

  @GetMapping("/ops/stuck")
  Page<StuckAggregate, StuckCursor> stuck(
      @RequestParam(required = false) @Nullable StuckCursor after) {
    var seen = after == null ? StuckCursor.START : after;
    return Page.of(stuck.after(seen, Page.SIZE), Function.identity(), StuckCursor::after);
  }
}
