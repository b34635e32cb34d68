-- Whoever writes waits behind this: rather fail, and be started again, than wait for a long transaction.
SET LOCAL lock_timeout = '2s';

ALTER TABLE reservation ADD COLUMN state_since timestamptz NOT NULL DEFAULT now();

CREATE TRIGGER state_changed BEFORE UPDATE OF state ON reservation
  FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION state_changed();
