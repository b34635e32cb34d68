-- What a person has attempted instead of the original value, which stays as it came.
ALTER TABLE parked_events ADD COLUMN edited_value bytea;

-- What people did about parked events: who, why, and with which value.
CREATE TABLE parked_events_journal (
  id           bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  parked_id    bigint      NOT NULL REFERENCES parked_events (id) ON DELETE CASCADE,
  action       text        NOT NULL,
  value_digest bytea,
  by_whom      text        NOT NULL,
  why          text        NOT NULL,
  at           timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX parked_events_journal_event ON parked_events_journal (parked_id);
