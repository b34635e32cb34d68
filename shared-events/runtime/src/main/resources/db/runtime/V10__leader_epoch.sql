-- Of the record before next_offset (KIP-320): a log that was cut off and has grown again has the same offsets, and other epochs.
-- Null: nothing was read, or nobody knows.
ALTER TABLE consumer_position ADD COLUMN leader_epoch integer;
