package dev.quadrille.account.application;

import static dev.quadrille.account.domain.PaymentMove.RESOLVE;
import static dev.quadrille.account.domain.Resolution.TO_CUSTOMER;
import static dev.quadrille.account.domain.SystemAccount.CASH;
import static dev.quadrille.account.domain.SystemAccount.SUSPENSE;

import dev.quadrille.account.domain.Decision;
import dev.quadrille.account.domain.SuspenseCase;
import dev.quadrille.account.domain.SuspenseCases;
import dev.quadrille.contracts.MoneySettlement;
import dev.quadrille.contracts.PaymentReversed;
import dev.quadrille.outbox.Outbox;
import dev.quadrille.state.Journal;
import dev.quadrille.state.Outcome;
import dev.quadrille.state.Refusal;
import java.util.List;
import java.util.UUID;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** A person says where the money of a refund goes that could not be paid. */
@Service
public class ResolveCase {
  private static final Refusal RESOLVED_OTHERWISE =
      Refusal.conflict("resolved-otherwise", "The case was resolved in another way.");

  private final Books books;
  private final SuspenseCases cases;
  private final Outbox outbox;
  private final Journal journal;

  ResolveCase(Books books, SuspenseCases cases, Outbox outbox, Journal journal) {
    this.books = books;
    this.cases = cases;
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
    return Outcome.of(cases.findById(orderId), SuspenseCases.UNKNOWN)
        .then(found -> found.open() ? settle(found, rows, decision) : again(found, decision));
  }

  private Outcome<SuspenseCase> settle(SuspenseCase open, Books.Locked rows, Decision decision) {
    var payment = rows.payments().find(open.orderId()).orElseThrow();
    var bill = payment.bill();
    var payer = rows.payerOf(payment);
    var refusal = payer.refusal(bill.amountMinor());
    if (decision.resolution() == TO_CUSTOMER && refusal.isPresent()) {
      return Outcome.refused(refusal.get().refusal());
    }
    if (!payment.apply(journal, RESOLVE).applied()) {
      throw new IllegalStateException("a case is open, but its payment is " + payment.state());
    }
    var to = decision.resolution() == TO_CUSTOMER ? payer : CASH;
    var at = books.move(SUSPENSE, to, payment, journal.cause());
    open.resolve(decision, at);
    outbox.append(
        new PaymentReversed(
            payment.id(), MoneySettlement.RESOLVED, bill.amountMinor(), bill.currency(), at));
    return Outcome.done(open);
  }

  private static Outcome<SuspenseCase> again(SuspenseCase resolved, Decision decision) {
    var earlier = resolved.decision().orElseThrow();
    return earlier.resolution() == decision.resolution()
        ? Outcome.done(resolved)
        : Outcome.refused(RESOLVED_OTHERWISE);
  }
}
