-- Customers' accounts. The balance moves in the transaction of its entries and equals their sum.
CREATE TABLE account (
  account_id    uuid    PRIMARY KEY,
  version       bigint  NOT NULL,
  customer_id   text    NOT NULL,
  currency      text    NOT NULL,
  balance_minor bigint  NOT NULL CHECK (balance_minor >= 0),
  frozen        boolean NOT NULL,
  UNIQUE (customer_id, currency)
);

-- Double entry: the entries of a posting sum to zero. account is CUSTOMER:<account_id>, MERCHANT:<merchant id>, CASH or
-- SUSPENSE; the last three have no row of their own, they are folded from here and so are never hot.
-- seq is drawn under the customer account's lock: for one account, seq order is commit order.
CREATE TABLE ledger_entry (
  id           uuid        PRIMARY KEY,
  seq          bigint      NOT NULL GENERATED ALWAYS AS IDENTITY,
  posting_id   uuid        NOT NULL,
  account      text        NOT NULL,
  amount_minor bigint      NOT NULL,
  currency     text        NOT NULL,
  order_id     uuid,
  event_id     uuid,
  at           timestamptz NOT NULL
);

CREATE INDEX ledger_entry_account ON ledger_entry (account, seq);
CREATE INDEX ledger_entry_order ON ledger_entry (order_id) WHERE order_id IS NOT NULL;

CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'the ledger is append-only: correct it by another posting'; END $$;

CREATE TRIGGER ledger_is_append_only BEFORE UPDATE OR DELETE ON ledger_entry
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

-- One for each order; the state's numbers are in PaymentState. A fence knows nothing but its order.
CREATE TABLE payment (
  order_id     uuid     PRIMARY KEY,
  version      bigint   NOT NULL,
  state        smallint NOT NULL,
  account_id   uuid,
  customer_id  text,
  merchant_id  text,
  currency     text,
  amount_minor bigint   CHECK (amount_minor >= 0)
);

-- A refund that could not be paid. The ledger's SUSPENSE is the sum of those without a resolution.
CREATE TABLE suspense_case (
  order_id     uuid        PRIMARY KEY,
  version      bigint      NOT NULL,
  account_id   uuid        NOT NULL,
  amount_minor bigint      NOT NULL,
  currency     text        NOT NULL,
  reason       text        NOT NULL,
  opened_at    timestamptz NOT NULL,
  resolution   text,
  resolved_by  text,
  why          text,
  resolved_at  timestamptz
);

CREATE INDEX suspense_case_open ON suspense_case (order_id) WHERE resolution IS NULL;
