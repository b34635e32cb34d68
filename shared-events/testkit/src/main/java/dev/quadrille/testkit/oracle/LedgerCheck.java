package dev.quadrille.testkit.oracle;

import java.util.List;

/**
 * The ledger: postings sum to zero, balances are their entries, suspense is the open cases,
 * merchants hold what was paid.
 */
final class LedgerCheck implements Check {
  private static final String DIFFERENCES =
      """
      SELECT format('posting %s sums to %s %s', posting_id, sum(amount_minor), currency) AS what
      FROM ledger_entry GROUP BY posting_id, currency HAVING sum(amount_minor) <> 0
      UNION ALL
      SELECT format('account %s has a balance of %s %s, its entries sum to %s', account_id, balance_minor, a.currency, entries)
      FROM account a
      CROSS JOIN LATERAL (SELECT coalesce(sum(amount_minor), 0) AS entries FROM ledger_entry e
                          WHERE e.account = 'CUSTOMER:' || a.account_id AND e.currency = a.currency) AS e
      WHERE balance_minor <> entries OR balance_minor < 0
      UNION ALL
      SELECT format('suspense holds %s %s, open cases say %s', coalesce(held, 0), currency, coalesce(due, 0))
      FROM (SELECT currency, sum(amount_minor) AS held FROM ledger_entry WHERE account = 'SUSPENSE' GROUP BY currency) AS s
      FULL JOIN (SELECT currency, sum(amount_minor) AS due FROM suspense_case WHERE resolution IS NULL GROUP BY currency) AS c
        USING (currency)
      WHERE coalesce(held, 0) <> coalesce(due, 0)
      UNION ALL
      SELECT format('order %s: the merchant holds %s, the payment is in state %s over %s', p.order_id, held, state, p.amount_minor)
      FROM payment p
      CROSS JOIN LATERAL (SELECT coalesce(sum(amount_minor), 0) AS held FROM ledger_entry e
                          WHERE e.order_id = p.order_id AND e.account LIKE 'MERCHANT:%') AS e
      WHERE held <> CASE WHEN state = 1 THEN p.amount_minor ELSE 0 END
      """;

  @Override
  public List<Finding> findings(Target target) {
    return target
        .database("account")
        .sql(DIFFERENCES)
        .query((row, number) -> finding("%s", row.getString("what")))
        .list();
  }
}
