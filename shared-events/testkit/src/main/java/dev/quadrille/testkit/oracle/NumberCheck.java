package dev.quadrille.testkit.oracle;

import java.util.List;

/** A merchant uses an order number once. */
final class NumberCheck implements Check {

  @Override
  public List<Finding> findings(Target target) {
    return target
        .database("order")
        .sql(
            """
            SELECT merchant_id, count(*) AS orders FROM orders GROUP BY merchant_id, merchant_order_no HAVING count(*) > 1
            """)
        .query(
            (row, number) ->
                finding(
                    "merchant %s has %d orders under one number",
                    row.getString("merchant_id"), row.getLong("orders")))
        .list();
  }
}
