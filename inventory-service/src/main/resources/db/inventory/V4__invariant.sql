-- The reservations that hold something are few and have an index; so the goods of all time need not be counted.
CREATE OR REPLACE VIEW invariant (name, violations) AS
WITH held AS (
  SELECT l.sku, sum(l.quantity) AS units FROM reservation r, unnest(r.skus, r.quantities) AS l (sku, quantity)
  WHERE r.state = 1 GROUP BY l.sku)
SELECT 'reserved-is-held'::text, count(*)
FROM stock s FULL JOIN held USING (sku) WHERE coalesce(s.reserved, 0) <> coalesce(held.units, 0);
