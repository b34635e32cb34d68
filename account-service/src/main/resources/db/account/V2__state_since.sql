ALTER TABLE payment ADD COLUMN state_since timestamptz NOT NULL DEFAULT now();

CREATE TRIGGER state_changed BEFORE UPDATE OF state ON payment
  FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION state_changed();

-- What is in an intermediate state (REJECTED, IN_SUSPENSE), the oldest first: small, whatever the table has grown to.
CREATE INDEX payment_intermediate ON payment (state_since, order_id) WHERE state IN (2, 5);
