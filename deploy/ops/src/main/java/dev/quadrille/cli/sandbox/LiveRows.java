package dev.quadrille.cli.sandbox;

import dev.quadrille.cli.connection.TargetSystem;
import dev.quadrille.local.Participant;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a service says itself. */
final class LiveRows {
  // What is in suspense was debited, and nothing else was told of it yet.
  private static final Map<Participant, String> ROWS =
      Map.of(
          Participant.ORDER,
          "SELECT id AS order_id, state, total_minor AS amount, currency, skus, quantities FROM"
              + " orders",
          Participant.INVENTORY,
          "SELECT order_id, state, NULL::bigint AS amount, NULL AS currency, skus, quantities FROM"
              + " reservation",
          Participant.ACCOUNT,
          "SELECT order_id, CASE state WHEN 5 THEN 1 ELSE state END AS state, amount_minor AS"
              + " amount, currency, NULL::text[] AS skus, NULL::bigint[] AS quantities FROM"
              + " payment");

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

  private final TargetSystem system;
  private final Participant service;

  LiveRows(TargetSystem system, Participant service) {
    this.system = system;
    this.service = service;
  }

  /** Its rows. */
  List<Fact> rows() {
    return system
        .database(service.label())
        .sql(ROWS.get(service))
        .query((row, number) -> fact(row))
        .list();
  }

  /** Its sums, by what they are; those that are nothing are absent. */
  Map<String, Long> sums() {
    var sums = new TreeMap<String, Long>();
    if (service != Participant.ORDER) {
      system
          .database(service.label())
          .sql(service == Participant.INVENTORY ? STOCK : MONEY)
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
