package dev.quadrille.account.application;

import static dev.quadrille.account.domain.PaymentMove.RESOLVE;
import static dev.quadrille.account.domain.Resolution.PAID_OUT;
import static dev.quadrille.account.domain.SystemAccount.CASH;
import static dev.quadrille.account.domain.SystemAccount.SUSPENSE;

import dev.quadrille.account.domain.Decision;
import dev.quadrille.account.domain.LedgerAccount;
import dev.quadrille.account.domain.Payment;
import dev.quadrille.account.domain.Refusal;
import dev.quadrille.account.domain.SuspenseCase;
import dev.quadrille.account.domain.SuspenseCases;
import dev.quadrille.contracts.MoneySettlement;
import dev.quadrille.contracts.PaymentReversed;
import dev.quadrille.outbox.Outbox;
import dev.quadrille.state.Journal;
import java.util.List;
import java.util.UUID;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** A person says where the money of a refund goes that could not be paid. */
@Service
public class ResolveCase {
  private final Books books;
  private final SuspenseCases cases;
  private final Ledger ledger;
  private final Outbox outbox;
  private final Journal journal;

  ResolveCase(Books books, SuspenseCases cases, Ledger ledger, Outbox outbox, Journal journal) {
    this.books = books;
    this.cases = cases;
    this.ledger = ledger;
    this.outbox = outbox;
    this.journal = journal;
  }

  /**
   * Resolves the case of an order and lets the saga finish. The same decision again finds it
   * resolved.
   *
   * @return the resolved case; refused if there is none, if it was resolved in the other way, or if
   *     the customer's account still takes no money
   */
  @Transactional
  public Outcome<SuspenseCase> resolve(UUID orderId, Decision decision) {
    var rows = books.lock(new UUID[] {orderId}, List.of());
    var found = cases.findById(orderId);
    if (found.isEmpty()) {
      return new Outcome.Refused<>(Refusal.UNKNOWN_CASE);
    }
    var suspended = found.get();
    if (suspended.decision().isPresent()) {
      return suspended.decision().get().resolution() == decision.resolution()
          ? new Outcome.Done<>(suspended)
          : new Outcome.Refused<>(Refusal.RESOLVED_OTHERWISE);
    }
    var payment = rows.payments().find(orderId).orElseThrow();
    if (decision.resolution() == PAID_OUT) {
      return settle(suspended, payment, CASH, decision);
    }
    var payer = rows.payerOf(payment);
    var refusal = payer.refusal(payment.bill().amountMinor());
    return refusal.isPresent()
        ? new Outcome.Refused<>(refusal.get())
        : settle(suspended, payment, payer, decision);
  }

  private Outcome<SuspenseCase> settle(
      SuspenseCase suspended, Payment payment, LedgerAccount to, Decision decision) {
    if (!payment.apply(journal, RESOLVE).applied()) {
      throw new IllegalStateException("a case is open, but its payment is " + payment.state());
    }
    var bill = payment.bill();
    var at = ledger.move(SUSPENSE, to, payment, journal.cause());
    suspended.resolve(decision, at);
    outbox.append(
        new PaymentReversed(
            payment.orderId(), MoneySettlement.RESOLVED, bill.amountMinor(), bill.currency(), at));
    return new Outcome.Done<>(suspended);
  }
}
