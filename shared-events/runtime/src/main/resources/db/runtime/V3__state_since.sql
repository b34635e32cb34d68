-- When an aggregate came to its state, by the database's clock, which all replicas share. A table of aggregates has
-- the column state_since and a trigger that calls this when the state changes.
CREATE FUNCTION state_changed() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN NEW.state_since := now(); RETURN NEW; END $$;
