package dev.quadrille.account.domain;

import dev.quadrille.state.Refusal;

/** Why an account takes no money. The names are persisted. */
public enum CreditRefusal {
  ACCOUNT_FROZEN("account-frozen", "Nothing moves into or out of a frozen account."),
  BALANCE_OVERFLOW("balance-overflow", "There would be more on the account than can be counted.");

  private final Refusal refusal;

  CreditRefusal(String type, String text) {
    this.refusal = Refusal.conflict(type, text);
  }

  /** What the one who asked is told. */
  public Refusal refusal() {
    return refusal;
  }
}
