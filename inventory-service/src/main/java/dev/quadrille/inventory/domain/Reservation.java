package dev.quadrille.inventory.domain;

import static dev.quadrille.inventory.domain.ReservationState.FENCED;
import static dev.quadrille.inventory.domain.ReservationState.REJECTED;
import static dev.quadrille.inventory.domain.ReservationState.RESERVED;

import dev.quadrille.state.Journal;
import dev.quadrille.state.MoveOutcome;
import dev.quadrille.state.StateMachine;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What inventory holds of one order: all its lines or none. */
@Entity
public class Reservation {
  /** The machine, drawn in the service's README. */
  public static final StateMachine<ReservationState, ReservationMove> MACHINE =
      StateMachine.of("reservation", EnumSet.of(RESERVED, REJECTED, FENCED), ReservationMove.class);

  @Id private UUID orderId;
  @Version private @Nullable Long version;
  private ReservationState state;

  @Column(updatable = false)
  private String[] skus;

  @Column(updatable = false)
  private Long[] quantities;

  /** For JPA. */
  protected Reservation() {}

  private Reservation(
      UUID orderId, ReservationState state, Map<String, Long> lines, Journal journal) {
    this.orderId = orderId;
    this.state = state;
    this.skus = lines.keySet().toArray(String[]::new);
    this.quantities = lines.values().toArray(Long[]::new);
    MACHINE.created(orderId, state, journal);
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

  /** Counts that the order came again, or too late. */
  public void placedAgain(Journal journal) {
    MACHINE.createdBefore(orderId, state, journal);
  }

  /** Makes the first of these moves that is legal now. */
  public MoveOutcome apply(Journal journal, ReservationMove... moves) {
    return MACHINE.move(orderId, state, to -> state = to, journal, List.of(moves));
  }

  /** The order. */
  public UUID orderId() {
    return orderId;
  }

  /** The state now. */
  public ReservationState state() {
    return state;
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
