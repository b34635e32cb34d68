ALTER TABLE reservation ADD COLUMN state_since timestamptz NOT NULL DEFAULT now();

CREATE TRIGGER state_changed BEFORE UPDATE OF state ON reservation
  FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION state_changed();

-- What is in an intermediate state (RESERVED, REJECTED), the oldest first: small, whatever the table has grown to.
CREATE INDEX reservation_intermediate ON reservation (state_since, order_id) WHERE state IN (1, 2);
