CREATE TABLE stock (
  sku      text    PRIMARY KEY,
  version  bigint  NOT NULL,
  on_hand  bigint  NOT NULL,
  reserved bigint  NOT NULL,
  CONSTRAINT reserved_is_on_hand CHECK (0 <= reserved AND reserved <= on_hand)
);

-- What came in, for the audit: on_hand = receipts - committed + restocked.
CREATE TABLE stock_receipt (
  id       uuid        PRIMARY KEY,
  sku      text        NOT NULL REFERENCES stock (sku),
  quantity bigint      NOT NULL CHECK (quantity > 0),
  at       timestamptz NOT NULL DEFAULT now()
);

-- One for each order; the state's numbers are in ReservationState.
CREATE TABLE reservation (
  order_id   uuid     PRIMARY KEY,
  version    bigint   NOT NULL,
  state      smallint NOT NULL,
  skus       text[]   NOT NULL,
  quantities bigint[] NOT NULL
);
