package dev.quadrille.account.application;

import static dev.quadrille.account.domain.SystemAccount.CASH;

import dev.quadrille.account.domain.Account;
import dev.quadrille.account.domain.AccountKey;
import dev.quadrille.account.domain.Accounts;
import dev.quadrille.account.domain.LedgerAccount;
import dev.quadrille.account.domain.LedgerEntries;
import dev.quadrille.account.domain.LedgerEntry;
import dev.quadrille.account.domain.Payment;
import dev.quadrille.account.domain.Payments;
import dev.quadrille.account.domain.Posting;
import dev.quadrille.handling.WorkingSet;
import dev.quadrille.state.Ids;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.UUID;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** The one place where accounts are locked for payments and where money moves. */
@Component
public class Books {
  private final Payments payments;
  private final Accounts accounts;
  private final LedgerEntries entries;
  private final Ids ids;
  private final Clock clock;

  public Books(Payments payments, Accounts accounts, LedgerEntries entries, Ids ids, Clock clock) {
    this.payments = payments;
    this.accounts = accounts;
    this.entries = entries;
    this.ids = ids;
    this.clock = clock;
  }

  /**
   * Payments and the accounts that they may move money of, locked.
   *
   * @param payments by order
   * @param accounts those that are to pay, and those that may get money back
   */
  record Locked(WorkingSet<UUID, Payment> payments, WorkingSet<AccountKey, Account> accounts) {

    /** The account that paid. */
    Account payerOf(Payment payment) {
      return accounts.find(payment.bill().payer()).orElseThrow();
    }
  }

  /**
   * Locks what exists, each kind with one query: payments first, so that nobody deadlocks.
   *
   * @param orderIds of the payments
   * @param payers further accounts; those of the payments come by themselves
   */
  Locked lock(UUID[] orderIds, Collection<AccountKey> payers) {
    var made = payments.lock(orderIds);
    // A closed payment moves no money any more, so its account is not waited for.
    var paid = made.stream().filter(Payment::holdsMoney).map(payment -> payment.bill().payer());
    var keys = Stream.concat(payers.stream(), paid).distinct().toList();
    return new Locked(
        WorkingSet.of(made, Payment::id, payments::save),
        WorkingSet.of(accounts.lock(keys), Account::key, account -> {}));
  }

  /** Puts cash on an account, which is locked and takes it. */
  void deposit(Account account, long amountMinor) {
    var currency = account.key().currency();
    var posting = new Posting(ids.next(), currency, null, null, clock.instant());
    post(CASH, account, amountMinor, posting);
  }

  /**
   * Moves the money of a payment. A customer's account is locked.
   *
   * @param eventId the event or command that asks for it
   * @return when it moved
   */
  Instant move(LedgerAccount from, LedgerAccount to, Payment payment, UUID eventId) {
    var bill = payment.bill();
    var posting = new Posting(ids.next(), bill.currency(), payment.id(), eventId, clock.instant());
    post(from, to, bill.amountMinor(), posting);
    return posting.at();
  }

  private void post(LedgerAccount from, LedgerAccount to, long amountMinor, Posting posting) {
    enter(from, -amountMinor, posting);
    enter(to, amountMinor, posting);
  }

  /** Balances and entries move together. */
  private void enter(LedgerAccount account, long amountMinor, Posting posting) {
    account.add(amountMinor);
    entries.save(new LedgerEntry(ids.next(), account.ledgerName(), amountMinor, posting));
  }
}
