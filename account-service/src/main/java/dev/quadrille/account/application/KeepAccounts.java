package dev.quadrille.account.application;

import dev.quadrille.account.domain.Account;
import dev.quadrille.account.domain.AccountKey;
import dev.quadrille.account.domain.Accounts;
import dev.quadrille.state.Ids;
import dev.quadrille.state.Outcome;
import java.util.List;
import java.util.UUID;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** What the back office does with customers' accounts. */
@Service
public class KeepAccounts {
  private final Accounts accounts;
  private final Books books;
  private final Ids ids;

  KeepAccounts(Accounts accounts, Books books, Ids ids) {
    this.accounts = accounts;
    this.books = books;
    this.ids = ids;
  }

  /** Opens the account of a customer in a currency, or finds it open. */
  @Transactional
  public Opened open(AccountKey key) {
    var added = accounts.open(ids.next(), key.customerId(), key.currency());
    return new Opened(accounts.lock(List.of(key)).get(0), added == 1);
  }

  /**
   * Puts cash on an account.
   *
   * @param amountMinor in minor units of its currency; 1 or more
   * @return the account afterwards; refused if it is unknown, frozen or too full
   */
  @Transactional
  public Outcome<Account> deposit(UUID accountId, long amountMinor) {
    return Outcome.of(accounts.lock(accountId), Accounts.UNKNOWN)
        .then(account -> deposit(account, amountMinor));
  }

  /** Stops money from moving, if it does not stand still already; refused if it is unknown. */
  @Transactional
  public Outcome<Account> freeze(UUID accountId) {
    var account = accounts.lock(accountId);
    account.ifPresent(Account::freeze);
    return Outcome.of(account, Accounts.UNKNOWN);
  }

  /** Lets money move again, if it does not move already; refused if it is unknown. */
  @Transactional
  public Outcome<Account> unfreeze(UUID accountId) {
    var account = accounts.lock(accountId);
    account.ifPresent(Account::unfreeze);
    return Outcome.of(account, Accounts.UNKNOWN);
  }

  private Outcome<Account> deposit(Account account, long amountMinor) {
    var refusal = account.refusal(amountMinor);
    if (refusal.isPresent()) {
      return Outcome.refused(refusal.get().refusal());
    }
    books.deposit(account, amountMinor);
    return Outcome.done(account);
  }

  /**
   * An account that is there now.
   *
   * @param isNew whether it was not there before
   */
  public record Opened(Account account, boolean isNew) {}
}
