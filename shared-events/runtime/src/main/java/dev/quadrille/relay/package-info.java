/**
 * Carries committed outbox rows to their topics: at least once, in commit order for each aggregate.
 *
 * <p>Start at {@link dev.quadrille.relay.OutboxRelay}. One replica of a service relays at a time
 * ({@link dev.quadrille.relay.RelayLease}); what the replication slot cannot give any more is read
 * from the table again ({@link dev.quadrille.relay.Republisher}).
 */
@NullMarked
package dev.quadrille.relay;

import org.jspecify.annotations.NullMarked;
