-- Events of the outbox that Kafka refused for what they are, such as their size. The relay writes the note before it goes past
-- the event, and deletes it when Kafka has the event after all; a day of the outbox with such an event stays.
CREATE TABLE refused_events (
  seq        bigint      PRIMARY KEY,
  created_at timestamptz NOT NULL,
  event_id   uuid        NOT NULL,
  topic      text        NOT NULL,
  event_type text        NOT NULL,
  bytes      integer     NOT NULL,
  reason     text        NOT NULL,
  refused_at timestamptz NOT NULL DEFAULT now()
);
