package dev.quadrille.testkit.oracle;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Each order that has ended was told of once, as what it ended as, and never of an end that it did
 * not have.
 */
final class NotificationCheck implements Check {
  // States of orders and kinds of notifications; the numbers are those of the enums.
  private static final Map<Integer, Set<Integer>> KINDS_OF_STATE =
      Map.of(2, Set.of(1), 4, Set.of(2), 6, Set.of(1, 3));

  @Override
  public List<Finding> findings(Target target) {
    var told =
        target
            .database("notification")
            .sql(
                "SELECT order_id, kind, count(*) AS times FROM notification GROUP BY order_id,"
                    + " kind")
            .query(
                (row, number) ->
                    new Told(row.getObject(1, UUID.class), row.getInt(2), row.getInt(3)))
            .list();
    var byOrder =
        told.stream()
            .collect(
                Collectors.groupingBy(
                    Told::order, Collectors.mapping(Told::kind, Collectors.toSet())));
    var twice =
        told.stream()
            .filter(one -> one.times > 1)
            .map(
                one ->
                    finding("order %s was told of %d times as %d", one.order, one.times, one.kind));
    return Stream.concat(twice, wrong(target, byOrder)).toList();
  }

  private Stream<Finding> wrong(Target target, Map<UUID, Set<Integer>> told) {
    return target
        .database("order")
        .sql("SELECT id, state FROM orders WHERE state IN (2, 4, 6)")
        .query((row, number) -> new Ended(row.getObject("id", UUID.class), row.getInt("state")))
        .list()
        .stream()
        .filter(order -> !right(order, told.getOrDefault(order.id, Set.of())))
        .map(
            order ->
                finding(
                    "order %s ended as %d and was told of as %s",
                    order.id, order.state, told.get(order.id)));
  }

  /**
   * A refund may overtake the confirmation on another lane, so that one may or may not have been
   * told yet.
   */
  private static boolean right(Ended order, Set<Integer> kinds) {
    return !kinds.isEmpty()
        && KINDS_OF_STATE.get(order.state).containsAll(kinds)
        && kinds.containsAll(order.state == 6 ? Set.of(3) : KINDS_OF_STATE.get(order.state));
  }

  private record Told(UUID order, int kind, int times) {}

  private record Ended(UUID id, int state) {}
}
