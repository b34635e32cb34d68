package dev.quadrille.cli.sandbox;

import dev.quadrille.cli.connection.TargetSystem;
import dev.quadrille.local.Participant;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a service says itself. */
final class LiveRows {
  // What is in suspense was debited, and nothing else was told of it yet. Of what is to be sent,
  // nothing was told, or that it failed before.
  private static final Map<Participant, String> ROWS =
      Map.of(
          Participant.ORDER,
          "SELECT id AS order_id, '' AS part, state, total_minor AS amount, currency, skus, quantities FROM"
              + " orders",
          Participant.INVENTORY,
          "SELECT order_id, '' AS part, state, NULL::bigint AS amount, NULL AS currency, skus, quantities FROM"
              + " reservation",
          Participant.ACCOUNT,
          "SELECT order_id, '' AS part, CASE state WHEN 5 THEN 1 ELSE state END AS state, amount_minor AS"
              + " amount, currency, NULL::text[] AS skus, NULL::bigint[] AS quantities FROM"
              + " payment",
          Participant.NOTIFICATION,
          """
          SELECT order_id, CASE kind WHEN 1 THEN 'ORDER_CONFIRMED' WHEN 2 THEN 'ORDER_CANCELLED' ELSE 'ORDER_REFUNDED' END AS part,
                 CASE state WHEN 3 THEN 3 ELSE 4 END AS state,
                 NULL::bigint AS amount, NULL AS currency, NULL::text[] AS skus, NULL::bigint[] AS quantities
          FROM notification AS n
          WHERE state IN (3, 4) OR EXISTS (SELECT FROM state_journal AS j WHERE j.aggregate_id = n.id AND j.move = 'FAIL')
          """);

  // Not from the rows above: from where a service adds up as it goes.
  private static final String STOCK =
      """
      SELECT 'units of ' || sku || ' reserved' AS what, reserved AS amount FROM stock
      UNION ALL
      SELECT 'units of ' || sku || ' committed',
             coalesce((SELECT sum(quantity) FROM stock_receipt r WHERE r.sku = s.sku), 0) - on_hand FROM stock s
      """;
  private static final String MONEY =
      """
      SELECT currency || ' debited and not given back' AS what, sum(amount_minor) AS amount FROM ledger_entry
      WHERE account LIKE 'MERCHANT:%' OR account = 'SUSPENSE' GROUP BY currency
      """;

  private static final Map<Participant, String> SUMS =
      Map.of(Participant.INVENTORY, STOCK, Participant.ACCOUNT, MONEY);

  private final TargetSystem system;
  private final Participant service;

  LiveRows(TargetSystem system, Participant service) {
    this.system = system;
    this.service = service;
  }

  /**
   * Its rows.
   *
   * @param orders those of these; empty for all
   */
  List<Fact> rows(Set<UUID> orders) {
    return system
        .database(service.label())
        .sql("SELECT * FROM (%s) AS r WHERE ? OR order_id = ANY (?)".formatted(ROWS.get(service)))
        .param(orders.isEmpty())
        .param(orders.toArray(UUID[]::new))
        .query((row, number) -> fact(row))
        .list();
  }

  /** Its sums, by what they are; those that are nothing are absent. */
  Map<String, Long> sums() {
    var sums = new TreeMap<String, Long>();
    if (SUMS.containsKey(service)) {
      system
          .database(service.label())
          .sql(SUMS.get(service))
          .query(
              row -> {
                if (row.getLong("amount") != 0) {
                  sums.put(row.getString("what"), row.getLong("amount"));
                }
              });
    }
    return sums;
  }

  private static Fact fact(ResultSet row) throws SQLException {
    return new Fact(
        row.getObject("order_id", UUID.class),
        row.getString("part"),
        0,
        row.getInt("state"),
        row.getObject("amount", Long.class),
        row.getString("currency"),
        goods(row));
  }

  private static @Nullable String goods(ResultSet row) throws SQLException {
    var skus = row.getArray("skus");
    if (skus == null) {
      return null;
    }
    var units = new TreeMap<String, Long>();
    var quantities = (Number[]) row.getArray("quantities").getArray();
    var names = (String[]) skus.getArray();
    for (var i = 0; i < names.length; i++) {
      units.merge(names[i], quantities[i].longValue(), Long::sum);
    }
    return OwnFacts.goods(units);
  }
}
