package dev.quadrille.account.application;

import dev.quadrille.account.domain.Account;
import dev.quadrille.account.domain.AccountKey;
import dev.quadrille.account.domain.Accounts;
import dev.quadrille.account.domain.Refusal;
import dev.quadrille.state.Ids;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** What the back office does with customers' accounts. */
@Service
public class KeepAccounts {
  private final Accounts accounts;
  private final Ledger ledger;
  private final Ids ids;

  KeepAccounts(Accounts accounts, Ledger ledger, Ids ids) {
    this.accounts = accounts;
    this.ledger = ledger;
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
    var account = accounts.lock(accountId);
    if (account.isEmpty()) {
      return new Outcome.Refused<>(Refusal.UNKNOWN_ACCOUNT);
    }
    var refusal = account.get().refusal(amountMinor);
    if (refusal.isPresent()) {
      return new Outcome.Refused<>(refusal.get());
    }
    ledger.deposit(account.get(), amountMinor);
    return new Outcome.Done<>(account.get());
  }

  /** Stops money from moving, if it does not stand still already; empty if it is unknown. */
  @Transactional
  public Optional<Account> freeze(UUID accountId) {
    var account = accounts.lock(accountId);
    account.ifPresent(Account::freeze);
    return account;
  }

  /** Lets money move again, if it does not move already; empty if it is unknown. */
  @Transactional
  public Optional<Account> unfreeze(UUID accountId) {
    var account = accounts.lock(accountId);
    account.ifPresent(Account::unfreeze);
    return account;
  }

  /**
   * An account that is there now.
   *
   * @param isNew whether it was not there before
   */
  public record Opened(Account account, boolean isNew) {}
}
