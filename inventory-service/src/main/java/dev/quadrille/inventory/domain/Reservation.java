package dev.quadrille.inventory.domain;

import static dev.quadrille.inventory.domain.ReservationState.FENCED;
import static dev.quadrille.inventory.domain.ReservationState.REJECTED;
import static dev.quadrille.inventory.domain.ReservationState.RESERVED;

import dev.quadrille.entity.Stateful;
import dev.quadrille.state.Journal;
import dev.quadrille.state.StateMachine;
import jakarta.persistence.AttributeOverride;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/** What inventory holds of one order: all its lines or none. Its id is the order's. */
@Entity
@AttributeOverride(name = "id", column = @Column(name = "order_id"))
public class Reservation extends Stateful<ReservationState, ReservationMove> {
  /** The machine, drawn in the service's README. */
  public static final StateMachine<ReservationState, ReservationMove> MACHINE =
      StateMachine.of("reservation", EnumSet.of(RESERVED, REJECTED, FENCED), ReservationMove.class);

  @Column(updatable = false)
  private String[] skus;

  @Column(updatable = false)
  private Long[] quantities;

  /** For JPA. */
  protected Reservation() {
    super(MACHINE);
  }

  private Reservation(
      UUID orderId, ReservationState state, Map<String, Long> lines, Journal journal) {
    super(MACHINE, orderId, state, journal);
    this.skus = lines.keySet().toArray(String[]::new);
    this.quantities = lines.values().toArray(Long[]::new);
  }

  /** Holds these units, by SKU. */
  public static Reservation reserved(UUID orderId, Map<String, Long> lines, Journal journal) {
    return new Reservation(orderId, RESERVED, lines, journal);
  }

  /** Holds nothing, for something is short. */
  public static Reservation rejected(UUID orderId, Journal journal) {
    return new Reservation(orderId, REJECTED, Map.of(), journal);
  }

  /** Holds nothing, for the order was undone before it was read. */
  public static Reservation fenced(UUID orderId, Journal journal) {
    return new Reservation(orderId, FENCED, Map.of(), journal);
  }

  /** The units concerned, by SKU; empty if nothing was ever held. */
  public Map<String, Long> lines() {
    var lines = new LinkedHashMap<String, Long>();
    for (var i = 0; i < skus.length; i++) {
      lines.put(skus[i], quantities[i]);
    }
    return lines;
  }
}
