package dev.quadrille.testkit.oracle;

import java.util.List;

/** For each SKU: on hand is what came in less what left; reserved is what reservations hold. */
final class StockCheck implements Check {
  // A restocked order left and came back: only COMMITTED (3) is gone, only RESERVED (1) is held.
  private static final String DIFFERENCES =
      """
      WITH line AS (SELECT r.state, l.sku, l.quantity FROM reservation r, unnest(r.skus, r.quantities) AS l (sku, quantity)),
           held AS (SELECT sku, sum(quantity) AS units FROM line WHERE state = 1 GROUP BY sku),
           gone AS (SELECT sku, sum(quantity) AS units FROM line WHERE state = 3 GROUP BY sku),
           came AS (SELECT sku, sum(quantity) AS units FROM stock_receipt GROUP BY sku)
      SELECT s.sku, s.on_hand, coalesce(came.units, 0) - coalesce(gone.units, 0) AS expected_on_hand,
             s.reserved, coalesce(held.units, 0) AS expected_reserved
      FROM stock s LEFT JOIN held USING (sku) LEFT JOIN gone USING (sku) LEFT JOIN came USING (sku)
      WHERE s.on_hand <> coalesce(came.units, 0) - coalesce(gone.units, 0) OR s.reserved <> coalesce(held.units, 0)
         OR s.reserved < 0 OR s.reserved > s.on_hand
      """;

  @Override
  public List<Finding> findings(Target target) {
    return target
        .database("inventory")
        .sql(DIFFERENCES)
        .query(
            (row, number) ->
                finding(
                    "%s has %s on hand where receipts and commits leave %s, and %s reserved where"
                        + " reservations hold %s",
                    row.getString("sku"),
                    row.getString("on_hand"),
                    row.getString("expected_on_hand"),
                    row.getString("reserved"),
                    row.getString("expected_reserved")))
        .list();
  }
}
