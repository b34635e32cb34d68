-- Requests that had their effect, with their answers, and requests of handlers that leave the transaction, claimed by an
-- owner while it works. Neither keys nor bodies of requests are kept: scope and fingerprint are digests.
CREATE TABLE idempotency_key (
  scope        bytea       PRIMARY KEY,
  fingerprint  bytea       NOT NULL,
  claimed_at   timestamptz NOT NULL DEFAULT now(),
  claims       integer     NOT NULL DEFAULT 1,
  owner        uuid,
  leased_until timestamptz,
  status       smallint,
  content_type text,
  location     text,
  body         bytea,
  expires_at   timestamptz NOT NULL,
  CONSTRAINT claimed_or_answered CHECK ((owner IS NULL) = (status IS NOT NULL)),
  CONSTRAINT leased_while_claimed CHECK ((owner IS NULL) = (leased_until IS NULL)),
  CONSTRAINT answered_with_a_body CHECK ((status IS NULL) = (body IS NULL))
);

CREATE INDEX idempotency_key_expiry ON idempotency_key (expires_at);
CREATE INDEX idempotency_key_owner ON idempotency_key (owner) WHERE owner IS NOT NULL;
