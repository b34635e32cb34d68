package dev.quadrille.account.domain;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A customer's money in one currency. The balance is the sum of its entries and never negative. */
@Entity
public class Account implements LedgerAccount {
  @Id private UUID accountId;
  @Version private @Nullable Long version;
  private AccountKey key;
  private long balanceMinor;
  private boolean frozen;

  /** For JPA. */
  protected Account() {}

  /** An empty account. */
  public Account(UUID accountId, AccountKey key) {
    this.accountId = accountId;
    this.key = key;
  }

  /** What the ledger calls an account. */
  public static String ledgerName(UUID accountId) {
    return "CUSTOMER:" + accountId;
  }

  /** Whether so much is there. */
  public boolean covers(long amountMinor) {
    return amountMinor <= balanceMinor;
  }

  /** Why so much cannot be put in; empty if it can. */
  public Optional<CreditRefusal> refusal(long amountMinor) {
    if (frozen) {
      return Optional.of(CreditRefusal.ACCOUNT_FROZEN);
    }
    return amountMinor > Long.MAX_VALUE - balanceMinor
        ? Optional.of(CreditRefusal.BALANCE_OVERFLOW)
        : Optional.empty();
  }

  /** {@inheritDoc} The caller has seen that it is covered, or not refused. */
  @Override
  public void add(long amountMinor) {
    balanceMinor = Math.addExact(balanceMinor, amountMinor);
  }

  @Override
  public String ledgerName() {
    return ledgerName(accountId);
  }

  /** Nothing moves into or out of it from now on. */
  public void freeze() {
    frozen = true;
  }

  /** Money moves again. */
  public void unfreeze() {
    frozen = false;
  }

  public UUID accountId() {
    return accountId;
  }

  public AccountKey key() {
    return key;
  }

  public long balanceMinor() {
    return balanceMinor;
  }

  public boolean frozen() {
    return frozen;
  }
}
