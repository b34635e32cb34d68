package dev.quadrille.relay;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.postgresql.replication.LogSequenceNumber;

/**
 * How far Kafka has acknowledged the outbox.
 *
 * @param at a time of the database: everything committed before is in Kafka
 * @param position in the WAL: the same; the slot is never confirmed beyond it. Null while the
 *     outbox is polled
 */
record RelayProgress(Instant at, @Nullable LogSequenceNumber position) {}
