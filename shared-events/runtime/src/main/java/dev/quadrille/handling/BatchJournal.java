package dev.quadrille.handling;

import static java.util.Objects.requireNonNull;

import dev.quadrille.state.Journal;
import dev.quadrille.state.MoveOutcome;
import dev.quadrille.state.State;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.SqlArrayValue;

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
        .param(column("uuid", applied, Line::aggregateId))
        .param(column("uuid", applied, Line::eventId))
        .param(column("text", applied, Line::move))
        .param(column("int2", applied, line -> line.from == null ? null : line.from.number()))
        .param(column("int2", applied, line -> line.to.number()))
        .update();
  }

  void count(HandlingMetrics metrics) {
    lines.forEach(line -> metrics.moved(line.machine, line.move, line.outcome));
  }

  private static SqlArrayValue column(
      String type, List<Line> lines, Function<Line, @Nullable Object> value) {
    return new SqlArrayValue(type, lines.stream().map(value).toArray());
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
