package dev.quadrille.account.domain;

import static dev.quadrille.account.domain.PaymentState.DEBITED;
import static dev.quadrille.account.domain.PaymentState.FENCED;
import static dev.quadrille.account.domain.PaymentState.IN_SUSPENSE;
import static dev.quadrille.account.domain.PaymentState.REJECTED;
import static java.util.Objects.requireNonNull;

import dev.quadrille.entity.Stateful;
import dev.quadrille.state.Journal;
import dev.quadrille.state.StateMachine;
import jakarta.persistence.AttributeOverride;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import java.util.EnumSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What account holds of one order's money. Its id is the order's. */
@Entity
@AttributeOverride(name = "id", column = @Column(name = "order_id"))
public class Payment extends Stateful<PaymentState, PaymentMove> {
  /** The machine, drawn in the service's README. */
  public static final StateMachine<PaymentState, PaymentMove> MACHINE =
      StateMachine.of("payment", EnumSet.of(DEBITED, REJECTED, FENCED), PaymentMove.class);

  private @Nullable Bill bill;

  @Column(updatable = false)
  private @Nullable UUID accountId;

  /** For JPA. */
  protected Payment() {
    super(MACHINE);
  }

  private Payment(
      UUID orderId,
      PaymentState state,
      @Nullable Bill bill,
      @Nullable UUID accountId,
      Journal journal) {
    super(MACHINE, orderId, state, journal);
    this.bill = bill;
    this.accountId = accountId;
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

  /** Whether money was taken that is still to go somewhere if the order is undone. */
  public boolean holdsMoney() {
    return state() == DEBITED || state() == IN_SUSPENSE;
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
