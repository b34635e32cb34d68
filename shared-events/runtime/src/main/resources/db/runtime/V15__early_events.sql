-- Looked through for what has come too early and still waits, however much else is parked.
CREATE INDEX parked_events_early ON parked_events (parked_at, event_id)
  WHERE settled_at IS NULL AND reason = 'TOO_EARLY';
