-- Entries of a posting are written together and stand together in the order of their ids, so of the newest 6,000 those
-- postings are whole that reach into the newest 5,000.
CREATE OR REPLACE VIEW invariant (name, violations) AS
WITH newest AS (
  SELECT posting_id, currency, amount_minor, row_number() OVER () AS age
  FROM (SELECT posting_id, currency, amount_minor FROM ledger_entry ORDER BY id DESC LIMIT 6000) AS entry)
SELECT 'posting-sums-to-zero'::text, count(*) FROM (
  SELECT FROM newest GROUP BY posting_id, currency HAVING sum(amount_minor) <> 0 AND min(age) <= 5000) AS unbalanced
UNION ALL
SELECT 'suspense-is-open-cases', count(*) FROM (
  SELECT FROM (SELECT currency, sum(amount_minor) AS held FROM ledger_entry WHERE account = 'SUSPENSE' GROUP BY currency) AS s
  FULL JOIN (SELECT currency, sum(amount_minor) AS due FROM suspense_case WHERE resolution IS NULL GROUP BY currency) AS c
    USING (currency)
  WHERE coalesce(held, 0) <> coalesce(due, 0)) AS differing
UNION ALL
SELECT 'payment-in-suspense-has-a-case', count(*)
FROM (SELECT order_id FROM payment WHERE state = 5) AS p
FULL JOIN (SELECT order_id FROM suspense_case WHERE resolution IS NULL) AS c USING (order_id)
WHERE p.order_id IS NULL OR c.order_id IS NULL;
