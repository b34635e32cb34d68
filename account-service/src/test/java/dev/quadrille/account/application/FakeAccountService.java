package dev.quadrille.account.application;

import dev.quadrille.account.domain.Account;
import dev.quadrille.account.domain.AccountKey;
import dev.quadrille.account.domain.Decision;
import dev.quadrille.account.domain.FakeAccounts;
import dev.quadrille.account.domain.FakeLedgerEntries;
import dev.quadrille.account.domain.FakePayments;
import dev.quadrille.account.domain.FakeSuspenseCases;
import dev.quadrille.account.domain.LedgerEntry;
import dev.quadrille.account.domain.Payment;
import dev.quadrille.account.domain.Resolution;
import dev.quadrille.account.domain.SuspenseCase;
import dev.quadrille.account.domain.TrialBalanceLine;
import dev.quadrille.handling.EventHandlers;
import dev.quadrille.outbox.RecordingOutbox;
import dev.quadrille.state.Ids;
import dev.quadrille.testkit.RecordingJournal;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;

/** Account without Spring and without a database: its real handlers and commands over fakes. */
public final class FakeAccountService {
  private final FakeAccounts accounts = new FakeAccounts();
  private final FakePayments payments = new FakePayments();
  private final FakeLedgerEntries entries = new FakeLedgerEntries();
  private final FakeSuspenseCases cases = new FakeSuspenseCases();
  private final RecordingOutbox outbox = new RecordingOutbox();
  private final EventHandlers<?> handlers;
  private final KeepAccounts keepAccounts;
  private final ResolveCase resolveCase;

  public FakeAccountService(Ids ids, Clock clock) {
    var books = new Books(payments, accounts, entries, ids, clock);
    this.handlers = PaymentHandlers.handlers(books, cases, clock);
    this.keepAccounts = new KeepAccounts(accounts, books, ids);
    this.resolveCase = new ResolveCase(books, cases, outbox, new RecordingJournal());
  }

  /** Which events it reacts to, and how. */
  public EventHandlers<?> handlers() {
    return handlers;
  }

  /** Opens an account with some money; at least 1 minor unit. */
  public Account open(AccountKey key, long amountMinor) {
    var opened = keepAccounts.open(key).account();
    keepAccounts.deposit(opened.accountId(), amountMinor);
    return opened;
  }

  /** Puts cash on an account, unless it is refused. */
  public void deposit(UUID accountId, long amountMinor) {
    keepAccounts.deposit(accountId, amountMinor);
  }

  /** Stops money from moving. */
  public void freeze(UUID accountId) {
    keepAccounts.freeze(accountId);
  }

  /** Lets money move again. */
  public void unfreeze(UUID accountId) {
    keepAccounts.unfreeze(accountId);
  }

  /** A person decides the case of an order; returns what there is to tell. */
  public List<SpecificRecord> resolve(UUID orderId, Resolution resolution) {
    resolveCase.resolve(orderId, new Decision(resolution, "ops", "the customer was heard"));
    return outbox.taken();
  }

  /** The payment of an order; empty if there is none. */
  public Optional<Payment> payment(UUID orderId) {
    return payments.lock(new UUID[] {orderId}).stream().findFirst();
  }

  /** The case of an order; empty if there is none. */
  public Optional<SuspenseCase> suspended(UUID orderId) {
    return cases.findById(orderId);
  }

  /** The sum of all entries of each kind of account in each currency, and of all of them. */
  public List<TrialBalanceLine> trialBalance() {
    return entries.trialBalance();
  }

  /** What the ledger says that is on an account, in minor units. */
  public long held(String ledgerName) {
    return entries.all().stream()
        .filter(entry -> entry.account().equals(ledgerName))
        .mapToLong(LedgerEntry::amountMinor)
        .sum();
  }
}
