-- The numbers of state and reason are in OrderState and Reason. Not "order", which is a word of SQL.
CREATE TABLE orders (
  id                uuid        PRIMARY KEY,
  version           bigint      NOT NULL,
  state             smallint    NOT NULL,
  reason            smallint,
  merchant_id       text        NOT NULL,
  merchant_order_no text        NOT NULL,
  customer_id       text        NOT NULL,
  currency          text        NOT NULL,
  total_minor       bigint      NOT NULL CHECK (total_minor >= 0),
  skus              text[]      NOT NULL,
  quantities        integer[]   NOT NULL,
  unit_prices_minor bigint[]    NOT NULL,
  placed_at         timestamptz NOT NULL,
  deadline          timestamptz NOT NULL,
  stock_back_at     timestamptz,
  money_back_at     timestamptz,
  UNIQUE (merchant_id, merchant_order_no),
  CONSTRAINT undone_is_answered_twice
    CHECK (state NOT IN (4, 6) OR stock_back_at IS NOT NULL AND money_back_at IS NOT NULL)
);

-- What the sweeper looks for.
CREATE INDEX orders_undecided ON orders (deadline) WHERE state = 1;
