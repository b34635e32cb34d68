package dev.quadrille.account.domain;

/** A side of a posting: a customer's account, or one of the system's. */
public interface LedgerAccount {

  /** What the ledger calls it: its kind, and after a colon which of them if there are several. */
  String ledgerName();

  /** Moves the balance, where one is kept; negative when money leaves. */
  void add(long amountMinor);
}
