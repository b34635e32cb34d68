package dev.quadrille.order.domain;

import static dev.quadrille.order.domain.OrderMove.CANCEL;
import static dev.quadrille.order.domain.OrderMove.CLOSE_CANCELLATION;
import static dev.quadrille.order.domain.OrderMove.CLOSE_REFUND;
import static dev.quadrille.order.domain.OrderMove.CONFIRM;
import static dev.quadrille.order.domain.OrderMove.MONEY_BACK;
import static dev.quadrille.order.domain.OrderMove.REFUND;
import static dev.quadrille.order.domain.OrderMove.STOCK_BACK;
import static dev.quadrille.order.domain.OrderState.PLACED;

import dev.quadrille.entity.Stateful;
import dev.quadrille.state.Journal;
import dev.quadrille.state.MoveOutcome;
import dev.quadrille.state.StateMachine;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** An order, and what has been decided about it. */
@Entity
@Table(name = "orders")
public class Order extends Stateful<OrderState, OrderMove> {
  /** The machine, drawn in the service's README. */
  public static final StateMachine<OrderState, OrderMove> MACHINE =
      StateMachine.of("order", EnumSet.of(PLACED), OrderMove.class);

  private @Nullable Reason reason;

  @Column(updatable = false)
  private String merchantId;

  @Column(updatable = false)
  private String merchantOrderNo;

  @Column(updatable = false)
  private String customerId;

  @Column(updatable = false)
  private String currency;

  @Column(updatable = false)
  private long totalMinor;

  @Column(updatable = false)
  private String[] skus;

  @Column(updatable = false)
  private Integer[] quantities;

  @Column(updatable = false)
  private Long[] unitPricesMinor;

  @Column(updatable = false)
  private Instant placedAt;

  @Column(updatable = false)
  private Instant deadline;

  private @Nullable Instant stockBackAt;
  private @Nullable Instant moneyBackAt;

  /** For JPA. */
  protected Order() {
    super(MACHINE);
  }

  /**
   * A new order.
   *
   * @param placedAt database time
   * @param deadline when it is cancelled if it is still undecided; database time
   * @throws ArithmeticException if its total is more than can be counted
   */
  public Order(UUID id, Terms terms, Instant placedAt, Instant deadline, Journal journal) {
    super(MACHINE, id, PLACED, journal);
    this.merchantId = terms.merchantId();
    this.merchantOrderNo = terms.merchantOrderNo();
    this.customerId = terms.customerId();
    this.currency = terms.currency();
    this.totalMinor = terms.totalMinor();
    this.skus = terms.lines().stream().map(Line::sku).toArray(String[]::new);
    this.quantities = terms.lines().stream().map(Line::quantity).toArray(Integer[]::new);
    this.unitPricesMinor = terms.lines().stream().map(Line::unitPriceMinor).toArray(Long[]::new);
    this.placedAt = placedAt;
    this.deadline = deadline;
  }

  /** Decides for it. */
  public MoveOutcome confirm(Journal journal) {
    return apply(journal, CONFIRM);
  }

  /** Decides against it. */
  public MoveOutcome cancel(Reason why, Journal journal) {
    return undo(CANCEL, why, journal);
  }

  /** Undoes it though it was confirmed. */
  public MoveOutcome refund(Reason why, Journal journal) {
    return undo(REFUND, why, journal);
  }

  /**
   * Inventory holds nothing of it any more. A fact, so that a second such answer counts nothing.
   */
  public MoveOutcome stockBack(Instant at, Journal journal) {
    if (stockBackAt != null) {
      return MACHINE.repeated(id(), state(), STOCK_BACK, journal);
    }
    var outcome = apply(journal, STOCK_BACK);
    stockBackAt = outcome.applied() ? at : null;
    return outcome;
  }

  /** Account holds nothing of it any more. A fact, so that a second such answer counts nothing. */
  public MoveOutcome moneyBack(Instant at, Journal journal) {
    if (moneyBackAt != null) {
      return MACHINE.repeated(id(), state(), MONEY_BACK, journal);
    }
    var outcome = apply(journal, MONEY_BACK);
    moneyBackAt = outcome.applied() ? at : null;
    return outcome;
  }

  /** Whether nobody holds anything of it any more. */
  public boolean answered() {
    return stockBackAt != null && moneyBackAt != null;
  }

  /** Ends the undoing of an {@link #answered()} order. */
  public MoveOutcome close(Journal journal) {
    return apply(journal, CLOSE_CANCELLATION, CLOSE_REFUND);
  }

  /** Why it is undone; empty while it is not. */
  public Optional<Reason> reason() {
    return Optional.ofNullable(reason);
  }

  /** What was ordered. */
  public Terms terms() {
    var lines =
        IntStream.range(0, skus.length)
            .mapToObj(i -> new Line(skus[i], quantities[i], unitPricesMinor[i]))
            .toList();
    return new Terms(merchantId, merchantOrderNo, customerId, currency, lines);
  }

  /** What it costs, in minor units. */
  public long totalMinor() {
    return totalMinor;
  }

  /** Database time. */
  public Instant placedAt() {
    return placedAt;
  }

  /** When it is cancelled if it is still undecided; database time. */
  public Instant deadline() {
    return deadline;
  }

  private MoveOutcome undo(OrderMove move, Reason why, Journal journal) {
    var outcome = apply(journal, move);
    reason = outcome.applied() ? why : reason;
    return outcome;
  }
}
