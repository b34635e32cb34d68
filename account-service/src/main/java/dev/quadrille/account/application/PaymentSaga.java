package dev.quadrille.account.application;

import static dev.quadrille.account.domain.PaymentMove.CLOSE;
import static dev.quadrille.account.domain.PaymentMove.REVERSE;
import static dev.quadrille.account.domain.PaymentMove.SUSPEND;
import static dev.quadrille.account.domain.PaymentState.DEBITED;
import static dev.quadrille.account.domain.SystemAccount.SUSPENSE;
import static dev.quadrille.account.domain.SystemAccount.merchant;

import dev.quadrille.account.domain.Account;
import dev.quadrille.account.domain.AccountKey;
import dev.quadrille.account.domain.Bill;
import dev.quadrille.account.domain.CreditRefusal;
import dev.quadrille.account.domain.Payment;
import dev.quadrille.account.domain.SuspenseCase;
import dev.quadrille.account.domain.SuspenseCases;
import dev.quadrille.account.domain.Suspension;
import dev.quadrille.contracts.AccountDebited;
import dev.quadrille.contracts.DebitRejected;
import dev.quadrille.contracts.DebitRejectionReason;
import dev.quadrille.contracts.MoneySettlement;
import dev.quadrille.contracts.OrderCancellationRequested;
import dev.quadrille.contracts.OrderRefundRequested;
import dev.quadrille.contracts.PaymentReversed;
import dev.quadrille.contracts.StockReserved;
import dev.quadrille.state.Journal;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;

/** What account does about an order's events, over the rows that a batch has loaded. */
final class PaymentSaga {
  private final Books.Locked rows;
  private final Books books;
  private final SuspenseCases cases;
  private final Journal journal;
  private final Clock clock;

  PaymentSaga(Books.Locked rows, Books books, SuspenseCases cases, Journal journal, Clock clock) {
    this.rows = rows;
    this.books = books;
    this.cases = cases;
    this.journal = journal;
    this.clock = clock;
  }

  /** Whose account an order asks for. */
  static AccountKey payer(StockReserved order) {
    return new AccountKey(order.getCustomerId(), order.getCurrency());
  }

  /** Takes the total or nothing. A fence that a compensation left here stays. */
  List<SpecificRecord> debit(StockReserved order) {
    var orderId = order.getOrderId();
    var existing = rows.payments().find(orderId);
    if (existing.isPresent()) {
      existing.get().createdAgain(journal);
      return List.of();
    }
    var bill = new Bill(payer(order), order.getMerchantId(), order.getTotalMinor());
    var account = rows.accounts().find(bill.payer());
    if (account.isEmpty()) {
      return reject(orderId, bill, DebitRejectionReason.NO_ACCOUNT);
    }
    if (account.get().frozen()) {
      return reject(orderId, bill, DebitRejectionReason.ACCOUNT_FROZEN);
    }
    return account.get().covers(bill.amountMinor())
        ? take(orderId, bill, account.get())
        : reject(orderId, bill, DebitRejectionReason.INSUFFICIENT_FUNDS);
  }

  /** The order is cancelled: gives back what was taken. */
  List<SpecificRecord> cancel(OrderCancellationRequested order) {
    return giveBack(order.getOrderId());
  }

  /** The order is refunded: gives back what was taken. */
  List<SpecificRecord> refund(OrderRefundRequested order) {
    return giveBack(order.getOrderId());
  }

  /** Answers exactly when the payment closes: a repeat finds it closed and says nothing. */
  private List<SpecificRecord> giveBack(UUID orderId) {
    var existing = rows.payments().find(orderId);
    if (existing.isEmpty()) {
      rows.payments().add(Payment.fenced(orderId, journal));
      return nothingHeld(orderId);
    }
    var payment = existing.get();
    var refusal = refusal(payment);
    var moved =
        refusal.isPresent()
            ? payment.apply(journal, SUSPEND, CLOSE)
            : payment.apply(journal, REVERSE, CLOSE, SUSPEND);
    if (!moved.applied()) {
      return List.of();
    }
    return switch (payment.state()) {
      case REVERSED -> reverse(payment);
      case IN_SUSPENSE -> suspend(payment, refusal.orElseThrow());
      default -> nothingHeld(orderId);
    };
  }

  private Optional<CreditRefusal> refusal(Payment payment) {
    return payment.state() == DEBITED
        ? rows.payerOf(payment).refusal(payment.bill().amountMinor())
        : Optional.empty();
  }

  private List<SpecificRecord> take(UUID orderId, Bill bill, Account account) {
    var payment = Payment.debited(orderId, bill, account.accountId(), journal);
    rows.payments().add(payment);
    var at = books.move(account, merchant(bill.merchantId()), payment, journal.cause());
    return List.of(
        new AccountDebited(orderId, account.accountId(), bill.currency(), bill.amountMinor(), at));
  }

  private List<SpecificRecord> reject(UUID orderId, Bill bill, DebitRejectionReason reason) {
    rows.payments().add(Payment.rejected(orderId, bill, journal));
    return List.of(new DebitRejected(orderId, reason, clock.instant()));
  }

  private List<SpecificRecord> reverse(Payment payment) {
    var bill = payment.bill();
    var payer = rows.payerOf(payment);
    var at = books.move(merchant(bill.merchantId()), payer, payment, journal.cause());
    return List.of(
        new PaymentReversed(
            payment.id(), MoneySettlement.REVERSED, bill.amountMinor(), bill.currency(), at));
  }

  /** No answer yet: it comes when a person has resolved the case. */
  private List<SpecificRecord> suspend(Payment payment, CreditRefusal refusal) {
    var bill = payment.bill();
    var at = books.move(merchant(bill.merchantId()), SUSPENSE, payment, journal.cause());
    var suspension =
        new Suspension(payment.accountId(), bill.amountMinor(), bill.currency(), refusal, at);
    cases.save(new SuspenseCase(payment.id(), suspension));
    return List.of();
  }

  private List<SpecificRecord> nothingHeld(UUID orderId) {
    return List.of(
        new PaymentReversed(orderId, MoneySettlement.NOTHING_HELD, 0L, null, clock.instant()));
  }
}
