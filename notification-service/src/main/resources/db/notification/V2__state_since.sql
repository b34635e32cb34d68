ALTER TABLE notification ADD COLUMN state_since timestamptz NOT NULL DEFAULT now();

CREATE TRIGGER state_changed BEFORE UPDATE OF state ON notification
  FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION state_changed();

-- What is in an intermediate state (PENDING, SENDING), the oldest first: small, whatever the table has grown to.
CREATE INDEX notification_intermediate ON notification (state_since, id) WHERE state IN (1, 2);
