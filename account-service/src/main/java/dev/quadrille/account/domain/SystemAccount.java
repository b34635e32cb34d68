package dev.quadrille.account.domain;

/**
 * An account of the system itself. It keeps no balance, which is folded from its entries, so that
 * no two payments wait for each other here. It may be below zero.
 */
public record SystemAccount(String ledgerName) implements LedgerAccount {
  /** The world outside: money comes from here and leaves to here. */
  public static final SystemAccount CASH = new SystemAccount("CASH");

  /** Refunds that could not be paid, until a person decides. */
  public static final SystemAccount SUSPENSE = new SystemAccount("SUSPENSE");

  /** What a merchant has been paid. */
  public static SystemAccount merchant(String merchantId) {
    return new SystemAccount("MERCHANT:" + merchantId);
  }

  @Override
  public void add(long amountMinor) {}
}
