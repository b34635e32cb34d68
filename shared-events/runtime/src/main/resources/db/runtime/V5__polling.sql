-- Which rows of the outbox are not in Kafka yet, for relays that poll: written by a trigger that only they create, deleted when Kafka has acknowledged.
-- Beside the outbox, not in it: a mark there would write every payload twice and leave a dead row of its size behind.
CREATE TABLE outbox_unrelayed (
  seq        bigint      PRIMARY KEY,
  created_at timestamptz NOT NULL
) WITH (
  -- Nearly always empty and rewritten all the time: what a share of it means says nothing.
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 10000
);

CREATE FUNCTION outbox_mark_unrelayed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox_unrelayed (seq, created_at) SELECT seq, created_at FROM appended;
  RETURN NULL;
END
$$;

-- The default partition is pruned by age.
CREATE INDEX outbox_default_age ON outbox_default (created_at);
