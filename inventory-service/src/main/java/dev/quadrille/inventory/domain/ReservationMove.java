package dev.quadrille.inventory.domain;

import static dev.quadrille.inventory.domain.ReservationState.COMMITTED;
import static dev.quadrille.inventory.domain.ReservationState.FENCED;
import static dev.quadrille.inventory.domain.ReservationState.REJECTED;
import static dev.quadrille.inventory.domain.ReservationState.RELEASED;
import static dev.quadrille.inventory.domain.ReservationState.RESERVED;
import static dev.quadrille.inventory.domain.ReservationState.RESTOCKED;

import dev.quadrille.state.Transition;
import java.util.Map;

/** The moves of a reservation. */
public enum ReservationMove implements Transition<ReservationState> {
  /** The order is confirmed: the goods leave. */
  COMMIT(RESERVED, COMMITTED),
  /** The order is undone: the goods are free again. */
  RELEASE(RESERVED, RELEASED),
  /** The order is undone and nothing was held: nothing ever will be. */
  CLOSE(REJECTED, FENCED),
  /** A confirmed order is undone: the goods come back. */
  RESTOCK(COMMITTED, RESTOCKED);

  private final Map<ReservationState, ReservationState> edges;

  ReservationMove(ReservationState from, ReservationState to) {
    this.edges = Map.of(from, to);
  }

  @Override
  public Map<ReservationState, ReservationState> edges() {
    return edges;
  }
}
