package dev.quadrille.account.application;

import static dev.quadrille.account.domain.SystemAccount.CASH;

import dev.quadrille.account.domain.Account;
import dev.quadrille.account.domain.LedgerAccount;
import dev.quadrille.account.domain.LedgerEntries;
import dev.quadrille.account.domain.LedgerEntry;
import dev.quadrille.account.domain.Payment;
import dev.quadrille.account.domain.Posting;
import dev.quadrille.state.Ids;
import java.time.Clock;
import java.time.Instant;
import java.util.UUID;
import org.springframework.stereotype.Component;

/**
 * The one place where money moves: balances and entries together. The caller has locked the
 * customers' accounts.
 */
@Component
public class Ledger {
  private final LedgerEntries entries;
  private final Ids ids;
  private final Clock clock;

  public Ledger(LedgerEntries entries, Ids ids, Clock clock) {
    this.entries = entries;
    this.ids = ids;
    this.clock = clock;
  }

  /** Puts cash on an account, which takes it. */
  void deposit(Account account, long amountMinor) {
    var currency = account.key().currency();
    var posting = new Posting(ids.next(), currency, null, null, clock.instant());
    post(CASH, account, amountMinor, posting);
  }

  /**
   * Moves the money of a payment.
   *
   * @param eventId the event or command that asks for it
   * @return when it moved
   */
  Instant move(LedgerAccount from, LedgerAccount to, Payment payment, UUID eventId) {
    var bill = payment.bill();
    var posting =
        new Posting(ids.next(), bill.currency(), payment.orderId(), eventId, clock.instant());
    post(from, to, bill.amountMinor(), posting);
    return posting.at();
  }

  private void post(LedgerAccount from, LedgerAccount to, long amountMinor, Posting posting) {
    enter(from, -amountMinor, posting);
    enter(to, amountMinor, posting);
  }

  private void enter(LedgerAccount account, long amountMinor, Posting posting) {
    account.add(amountMinor);
    entries.save(new LedgerEntry(ids.next(), account.ledgerName(), amountMinor, posting));
  }
}
