package dev.quadrille.handling;

import static java.util.Objects.requireNonNull;

import dev.quadrille.jdbc.Columns;
import dev.quadrille.state.Journal;
import dev.quadrille.state.MoveOutcome;
import dev.quadrille.state.State;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Collects the moves of one transaction and writes those that were applied in one statement. */
final class BatchJournal implements Journal {
  private static final String WRITE =
      """
      INSERT INTO state_journal (aggregate_id, event_id, move, from_state, to_state)
      SELECT * FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::int2[], ?::int2[])
      """;

  private final List<Line> lines = new ArrayList<>();
  private @Nullable UUID cause;

  /** Says which event the moves that follow are due to. */
  void causedBy(UUID eventId) {
    this.cause = eventId;
  }

  @Override
  public void asked(
      String machine, UUID id, String move, @Nullable State from, State to, MoveOutcome outcome) {
    lines.add(new Line(machine, id, cause(), move, from, to, outcome));
  }

  @Override
  public UUID cause() {
    return requireNonNull(cause, "cause");
  }

  void write(JdbcClient jdbc) {
    var applied = lines.stream().filter(line -> line.outcome.applied()).toList();
    if (applied.isEmpty()) {
      return;
    }
    jdbc.sql(WRITE)
        .param(Columns.of("uuid", applied, Line::aggregateId))
        .param(Columns.of("uuid", applied, Line::eventId))
        .param(Columns.of("text", applied, Line::move))
        .param(Columns.of("int2", applied, line -> line.from == null ? null : line.from.number()))
        .param(Columns.of("int2", applied, line -> line.to.number()))
        .update();
  }

  void count(HandlingMetrics metrics) {
    lines.forEach(line -> metrics.moved(line.machine, line.move, line.outcome));
  }

  private record Line(
      String machine,
      UUID aggregateId,
      UUID eventId,
      String move,
      @Nullable State from,
      State to,
      MoveOutcome outcome) {}
}
