package dev.quadrille.cli.why;

import dev.quadrille.account.application.PaymentDebts;
import dev.quadrille.inventory.application.StockDebts;
import dev.quadrille.local.Participant;
import dev.quadrille.notification.application.NotificationDebts;
import dev.quadrille.order.application.OrderDebts;
import dev.quadrille.state.Debt;
import dev.quadrille.state.IntermediateStates;
import dev.quadrille.state.State;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * What of an order is in an intermediate state, however long: by the same tables as {@code
 * /ops/stuck}, which shows what has been there for too long.
 */
final class WaitingAggregates {
  private static final String OF_ORDER =
      """
      SELECT %1$s AS aggregate_id, state, state_since, extract(epoch FROM now() - state_since)::bigint AS age,
             ARRAY(SELECT move FROM state_journal AS j WHERE j.aggregate_id = a.%1$s) AS moves
      FROM %2$s AS a WHERE %3$s = ?
      """;

  private final Participant service;
  private final IntermediateStates<?> intermediate;

  private WaitingAggregates(Participant service, IntermediateStates<?> intermediate) {
    this.service = service;
    this.intermediate = intermediate;
  }

  /** Those of a service. */
  static WaitingAggregates of(Participant service) {
    return new WaitingAggregates(
        service,
        switch (service) {
          case ORDER -> OrderDebts.debts();
          case INVENTORY -> StockDebts.debts();
          case ACCOUNT -> PaymentDebts.debts();
          case NOTIFICATION -> NotificationDebts.debts();
        });
  }

  /** What waits of an order. */
  List<Waiting> find(UUID order, JdbcClient database) {
    return database
        .sql(OF_ORDER.formatted(intermediate.key(), intermediate.table(), intermediate.orderId()))
        .param(order)
        .query((row, number) -> waiting(row))
        .list()
        .stream()
        .flatMap(Optional::stream)
        .toList();
  }

  private Optional<Waiting> waiting(ResultSet row) throws SQLException {
    var id = row.getObject("aggregate_id", UUID.class);
    var number = row.getInt("state");
    var since = row.getObject("state_since", OffsetDateTime.class).toInstant();
    var age = row.getLong("age");
    // Several events may have made the same move.
    var made = Set.copyOf(List.of((String[]) row.getArray("moves").getArray()));
    return debts().entrySet().stream()
        .filter(entry -> entry.getKey().number() == number)
        .findFirst()
        .map(
            entry ->
                new Waiting(
                    service,
                    id,
                    intermediate.machine(),
                    entry.getKey().name(),
                    since,
                    age,
                    owed(entry.getValue(), id, made)));
  }

  private Map<? extends State, List<Debt>> debts() {
    return intermediate.debts();
  }

  private static List<String> owed(List<Debt> debts, UUID id, Set<String> made) {
    return debts.stream()
        .filter(debt -> debt.until() == null || !made.contains(debt.until()))
        .map(debt -> debt.by() + ": " + debt.what().replace("{id}", id.toString()))
        .toList();
  }
}
