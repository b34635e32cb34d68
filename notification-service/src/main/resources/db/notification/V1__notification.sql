-- One of each kind for an order. The numbers are in NotificationState, Kind and Failure.
CREATE TABLE notification (
  id           uuid        PRIMARY KEY,
  version      bigint      NOT NULL,
  order_id     uuid        NOT NULL,
  kind         smallint    NOT NULL,
  customer_id  text        NOT NULL,
  subject      text        NOT NULL,
  body         text        NOT NULL,
  state        smallint    NOT NULL,
  leased_until timestamptz,
  failure      smallint,
  created_at   timestamptz NOT NULL DEFAULT now(),
  UNIQUE (order_id, kind),
  CONSTRAINT leased_while_sending CHECK ((state = 2) = (leased_until IS NOT NULL)),
  CONSTRAINT failure_has_a_reason CHECK ((state = 4) = (failure IS NOT NULL))
);

-- What couriers and people look for: small, whatever the table has grown to.
CREATE INDEX notification_pending ON notification (id) WHERE state = 1;
CREATE INDEX notification_sending ON notification (leased_until) WHERE state = 2;
CREATE INDEX notification_failed ON notification (id) WHERE state = 4;
