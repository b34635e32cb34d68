-- What contradicts itself in this database, by name: quadrille.ops.invariant.violations shows it. A service that has
-- something to watch puts its own in place of this one. It is asked every few seconds, so it must cost the same however
-- large the tables are, and it must hold in every snapshot. All the rest is for the oracle to compare.
CREATE VIEW invariant (name, violations) AS SELECT ''::text, 0::bigint WHERE false;
