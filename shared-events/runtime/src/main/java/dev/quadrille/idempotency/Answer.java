package dev.quadrille.idempotency;

import org.jspecify.annotations.Nullable;

/**
 * A finished answer, as it is stored. Of its headers, those that a client needs: what differs from
 * answer to answer (dates, traces, limits) would be wrong the second time.
 *
 * @param body the bytes that were sent; empty if there were none
 */
record Answer(int status, @Nullable String contentType, @Nullable String location, byte[] body) {}
