package dev.quadrille.relay;

import org.jspecify.annotations.Nullable;
import org.postgresql.replication.LogSequenceNumber;

/**
 * What the server says about a replication slot.
 *
 * @param database the database that it belongs to
 * @param lost whether the server has removed WAL that the slot still needed
 * @param confirmed everything before this position will never be sent again; null: not usable yet
 * @param active whether somebody streams from it
 * @param failover whether a standby keeps a copy of it
 */
record SlotState(
    String database,
    boolean lost,
    @Nullable LogSequenceNumber confirmed,
    boolean active,
    boolean failover) {}
