package dev.quadrille.ops;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;

import dev.quadrille.ops.StuckAggregate.Owed;
import dev.quadrille.state.Debt;
import dev.quadrille.state.IntermediateStates;
import dev.quadrille.state.State;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Finds what has been in an intermediate state for too long, by the database's clock. Both queries
 * read a bounded piece of one partial index, however large the table is.
 */
final class StuckAggregates {
  /** More are not counted: it makes no difference to whoever is called. */
  static final int COUNTED = 10_000;

  // Numbers as literals, not parameters: the planner proves by them that the partial index will do.
  private static final String STUCK =
      """
      FROM %s AS a WHERE state IN (%s) AND state_since < now() - ? * interval '1 millisecond'
      """;
  private static final String COUNT =
      "SELECT state, count(*) AS times FROM (SELECT state %s LIMIT ?) AS stuck GROUP BY state";
  private static final String PAGE =
      """
      SELECT %1$s AS aggregate_id, %2$s AS order_id, state, state_since,
             extract(epoch FROM now() - state_since)::bigint AS age,
             ARRAY(SELECT move FROM state_journal AS j WHERE j.aggregate_id = a.%1$s) AS moves
      %3$s AND (state_since, %1$s) > (?, ?) ORDER BY state_since, %1$s LIMIT ?
      """;

  private final JdbcClient jdbc;
  private final Duration threshold;
  private final String machine;
  private final Map<Integer, State> states;
  private final Map<? extends State, List<Debt>> debts;
  private final String count;
  private final String page;

  StuckAggregates(IntermediateStates<?> intermediate, JdbcClient jdbc, Duration threshold) {
    this.jdbc = jdbc;
    this.threshold = threshold;
    this.machine = intermediate.machine();
    this.debts = intermediate.debts();
    this.states = debts.keySet().stream().collect(toMap(State::number, Function.identity()));
    var numbers = debts.keySet().stream().map(s -> "" + s.number()).collect(joining(", "));
    var stuck = STUCK.formatted(intermediate.table(), numbers);
    this.count = COUNT.formatted(stuck);
    this.page = PAGE.formatted(intermediate.key(), intermediate.orderId(), stuck);
  }

  String machine() {
    return machine;
  }

  Set<? extends State> states() {
    return debts.keySet();
  }

  /** How many there are by the numbers of their states; of the oldest {@value #COUNTED}. */
  Map<Integer, Long> count() {
    return jdbc
        .sql(count)
        .param(threshold.toMillis())
        .param(COUNTED)
        .query((row, number) -> Map.entry(row.getInt("state"), row.getLong("times")))
        .list()
        .stream()
        .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** Some of them, the oldest first. */
  List<StuckAggregate> after(StuckCursor seen, int limit) {
    return jdbc.sql(page)
        .param(threshold.toMillis())
        .param(OffsetDateTime.ofInstant(seen.since(), ZoneOffset.UTC))
        .param(seen.aggregateId())
        .param(limit)
        .query((row, number) -> stuck(row))
        .list();
  }

  private StuckAggregate stuck(ResultSet row) throws SQLException {
    var id = row.getObject("aggregate_id", UUID.class);
    var state = states.get(row.getInt("state"));
    return new StuckAggregate(
        id,
        row.getObject("order_id", UUID.class),
        machine,
        state.name(),
        row.getObject("state_since", OffsetDateTime.class).toInstant(),
        row.getLong("age"),
        // Several events may have made the same move.
        owed(id, state, Set.copyOf(List.of((String[]) row.getArray("moves").getArray()))));
  }

  private List<Owed> owed(UUID id, State state, Set<String> made) {
    return debts.get(state).stream()
        .filter(debt -> debt.until() == null || !made.contains(debt.until()))
        .map(debt -> new Owed(debt.by(), debt.what().replace("{id}", id.toString())))
        .toList();
  }
}
