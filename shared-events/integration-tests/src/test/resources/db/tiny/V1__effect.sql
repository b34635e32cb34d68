CREATE TABLE effect (
  order_id uuid        PRIMARY KEY,
  times    integer     NOT NULL,
  at       timestamptz NOT NULL DEFAULT now()
);
