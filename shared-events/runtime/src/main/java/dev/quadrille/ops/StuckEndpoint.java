package dev.quadrille.ops;

import dev.quadrille.web.Page;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shows what is stuck, the oldest first, and who owes what would end that. */
@RestController
class StuckEndpoint {
  // Ids in the database's order.
  private static final Comparator<StuckAggregate> OLDEST =
      Comparator.comparing(StuckAggregate::since).thenComparing(it -> it.aggregateId().toString());

  private final StuckAggregates aggregates;
  private final StuckEvents events;

  StuckEndpoint(StuckAggregates aggregates, StuckEvents events) {
    this.aggregates = aggregates;
    this.events = events;
  }

  @GetMapping("/ops/stuck")
  Page<StuckAggregate, StuckCursor> stuck(
      @RequestParam(required = false) @Nullable StuckCursor after) {
    var seen = after == null ? StuckCursor.START : after;
    var oldest =
        Stream.of(aggregates.after(seen, Page.SIZE), events.after(seen, Page.SIZE))
            .flatMap(List::stream)
            .sorted(OLDEST)
            .limit(Page.SIZE)
            .toList();
    return Page.of(oldest, Function.identity(), StuckCursor::after);
  }
}
