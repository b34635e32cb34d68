-- A log that was cut off gives its offsets to other records: each is kept.
ALTER TABLE parked_events DROP CONSTRAINT parked_events_topic_id_partition_offset_key;
CREATE UNIQUE INDEX parked_events_record
  ON parked_events (topic_id, partition, "offset", sha256(coalesce(key, '') || coalesce(value, '')));
