ALTER TABLE orders ADD COLUMN state_since timestamptz NOT NULL DEFAULT now();

CREATE TRIGGER state_changed BEFORE UPDATE OF state ON orders
  FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION state_changed();

-- What is in an intermediate state (PLACED, CANCELLING, REFUNDING), the oldest first: small, whatever the table has grown to.
CREATE INDEX orders_intermediate ON orders (state_since, id) WHERE state IN (1, 3, 5);
