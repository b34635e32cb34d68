package dev.quadrille.testkit.oracle;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Every order that has ended: goods and money are where its state says. The numbers are those of
 * the state enums.
 */
final class OutcomeCheck implements Check {
  private static final int CONFIRMED = 2;
  private static final Set<Integer> UNDONE = Set.of(4, 6);
  private static final int COMMITTED = 3;
  private static final int DEBITED = 1;
  private static final Set<Integer> NO_STOCK = Set.of(4, 5, 6);
  private static final Set<Integer> NO_MONEY = Set.of(3, 4);

  @Override
  public List<Finding> findings(Target target) {
    var orders = states(target, "order", "SELECT id, state FROM orders");
    var reservations = states(target, "inventory", "SELECT order_id, state FROM reservation");
    var payments = states(target, "account", "SELECT order_id, state FROM payment");
    var findings = new ArrayList<Finding>();
    orders.forEach(
        (id, state) -> {
          if (contradicts(state, reservations.get(id), payments.get(id))) {
            findings.add(
                finding(
                    "order %s is in state %d with its reservation in %s and its payment in %s",
                    id, state, reservations.get(id), payments.get(id)));
          }
        });
    findings.addAll(strangers("reservation", reservations, orders));
    findings.addAll(strangers("payment", payments, orders));
    return findings;
  }

  private static boolean contradicts(
      int order, @Nullable Integer reservation, @Nullable Integer payment) {
    if (order == CONFIRMED) {
      return reservation == null
          || reservation != COMMITTED
          || payment == null
          || payment != DEBITED;
    }
    return UNDONE.contains(order)
        && (reservation == null
            || payment == null
            || !NO_STOCK.contains(reservation)
            || !NO_MONEY.contains(payment));
  }

  private List<Finding> strangers(
      String kind, Map<UUID, Integer> theirs, Map<UUID, Integer> orders) {
    var unknown = new HashSet<>(theirs.keySet());
    unknown.removeAll(orders.keySet());
    return unknown.stream().map(id -> finding("a %s of the unknown order %s", kind, id)).toList();
  }

  private static Map<UUID, Integer> states(Target target, String service, String sql) {
    return target
        .database(service)
        .sql(sql)
        .query((row, number) -> Map.entry(row.getObject(1, UUID.class), row.getInt(2)))
        .list()
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }
}
