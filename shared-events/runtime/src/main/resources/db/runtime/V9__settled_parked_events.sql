-- What was settled is kept for a while and then pruned, oldest first.
CREATE INDEX parked_events_settled ON parked_events (settled_at) WHERE settled_at IS NOT NULL;
