package dev.quadrille.account.domain;

import static dev.quadrille.account.domain.PaymentState.DEBITED;
import static dev.quadrille.account.domain.PaymentState.FENCED;
import static dev.quadrille.account.domain.PaymentState.IN_SUSPENSE;
import static dev.quadrille.account.domain.PaymentState.REJECTED;
import static java.util.Objects.requireNonNull;

import dev.quadrille.state.Journal;
import dev.quadrille.state.MoveOutcome;
import dev.quadrille.state.StateMachine;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import java.util.EnumSet;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What account holds of one order's money. */
@Entity
public class Payment {
  /** The machine, drawn in the service's README. */
  public static final StateMachine<PaymentState, PaymentMove> MACHINE =
      StateMachine.of("payment", EnumSet.of(DEBITED, REJECTED, FENCED), PaymentMove.class);

  @Id private UUID orderId;
  @Version private @Nullable Long version;
  private PaymentState state;
  private @Nullable Bill bill;

  @Column(updatable = false)
  private @Nullable UUID accountId;

  /** For JPA. */
  protected Payment() {}

  private Payment(
      UUID orderId,
      PaymentState state,
      @Nullable Bill bill,
      @Nullable UUID accountId,
      Journal journal) {
    this.orderId = orderId;
    this.state = state;
    this.bill = bill;
    this.accountId = accountId;
    MACHINE.created(orderId, state, journal);
  }

  /** The bill is paid from this account. */
  public static Payment debited(UUID orderId, Bill bill, UUID accountId, Journal journal) {
    return new Payment(orderId, DEBITED, bill, accountId, journal);
  }

  /** The bill cannot be paid. */
  public static Payment rejected(UUID orderId, Bill bill, Journal journal) {
    return new Payment(orderId, REJECTED, bill, null, journal);
  }

  /** Nothing is to be paid, for the order was undone before its bill was read. */
  public static Payment fenced(UUID orderId, Journal journal) {
    return new Payment(orderId, FENCED, null, null, journal);
  }

  /** Counts that the bill came again, or too late. */
  public void billedAgain(Journal journal) {
    MACHINE.createdBefore(orderId, state, journal);
  }

  /** Makes the first of these moves that is legal now. */
  public MoveOutcome apply(Journal journal, PaymentMove... moves) {
    return MACHINE.move(orderId, state, to -> state = to, journal, List.of(moves));
  }

  /** Whether money was taken that is still to go somewhere if the order is undone. */
  public boolean holdsMoney() {
    return state == DEBITED || state == IN_SUSPENSE;
  }

  /** The order. */
  public UUID orderId() {
    return orderId;
  }

  /** The state now. */
  public PaymentState state() {
    return state;
  }

  /** What was to be paid; there is none if the order was undone before. */
  public Bill bill() {
    return requireNonNull(bill);
  }

  /** Which account paid; there is none if nothing was ever taken. */
  public UUID accountId() {
    return requireNonNull(accountId);
  }
}
