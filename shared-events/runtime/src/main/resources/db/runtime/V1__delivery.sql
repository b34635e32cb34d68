-- What a service has decided and must tell: appended in the transaction of its effects, streamed to Kafka by the relay.
-- seq is drawn under the aggregate's lock: for one aggregate, seq order is commit order.
CREATE SEQUENCE outbox_seq;

CREATE TABLE outbox (
  seq            bigint      NOT NULL DEFAULT nextval('outbox_seq'),
  id             uuid        NOT NULL,
  topic          text        NOT NULL,
  aggregate_type text        NOT NULL,
  aggregate_id   uuid        NOT NULL,
  event_type     text        NOT NULL,
  payload        bytea       NOT NULL,
  traceparent    text,
  causation_id   uuid,
  created_at     timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (seq, created_at)
) PARTITION BY RANGE (created_at);

-- Daily partitions are made ahead; this one takes what has no day yet, so that an order is never refused for it.
CREATE TABLE outbox_default PARTITION OF outbox DEFAULT;

CREATE INDEX outbox_aggregate ON outbox (aggregate_id);

-- One row: who relays, that the whole path works, and how far Kafka has acknowledged.
CREATE TABLE relay_beat (
  id          smallint    PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  leader      uuid        NOT NULL,
  beat        bigint      NOT NULL,
  beat_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  relayed_at  timestamptz,
  relayed_lsn pg_lsn
);

CREATE PUBLICATION quadrille_outbox FOR TABLE outbox, relay_beat
  WITH (publish = 'insert', publish_via_partition_root = true);

-- Which events have had their effect here. Ids are UUIDs of version 7, so a range of ids is a span of time.
CREATE TABLE processed_events (
  event_id   uuid        PRIMARY KEY,
  digest     bytea       NOT NULL,
  handled_at timestamptz NOT NULL DEFAULT now()
) PARTITION BY RANGE (event_id);

CREATE TABLE processed_events_default PARTITION OF processed_events DEFAULT;
CREATE INDEX processed_events_default_age ON processed_events_default (handled_at);

-- How far each consumer has read, moved in the transaction of the effects; a topic made anew has another id.
CREATE TABLE consumer_position (
  consumer    text    NOT NULL,
  topic_id    uuid    NOT NULL,
  partition   integer NOT NULL,
  topic       text    NOT NULL,
  next_offset bigint  NOT NULL,
  PRIMARY KEY (consumer, topic_id, partition)
);

-- Events that could not be handled, whole.
CREATE TABLE parked_events (
  id              bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lane            text        NOT NULL,
  topic           text        NOT NULL,
  topic_id        uuid        NOT NULL,
  partition       integer     NOT NULL,
  "offset"        bigint      NOT NULL,
  key             bytea,
  value           bytea,
  header_names    text[]      NOT NULL,
  header_values   bytea[]     NOT NULL,
  event_id        uuid,
  event_type      text,
  reason          text        NOT NULL,
  detail          text        NOT NULL,
  attempts        integer     NOT NULL,
  next_attempt_at timestamptz,
  parked_at       timestamptz NOT NULL DEFAULT now(),
  settled_at      timestamptz,
  settlement      text,
  UNIQUE (topic_id, partition, "offset")
);

CREATE INDEX parked_events_due ON parked_events (next_attempt_at) WHERE settled_at IS NULL AND next_attempt_at IS NOT NULL;
CREATE INDEX parked_events_open ON parked_events (parked_at) WHERE settled_at IS NULL;

-- Every applied move of a state machine: the audit trail.
CREATE TABLE state_journal (
  aggregate_id uuid        NOT NULL,
  event_id     uuid        NOT NULL,
  move         text        NOT NULL,
  from_state   smallint,
  to_state     smallint    NOT NULL,
  at           timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (aggregate_id, event_id, move)
);
