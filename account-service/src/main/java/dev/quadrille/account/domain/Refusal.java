package dev.quadrille.account.domain;

/** Why something is not done. */
public enum Refusal {
  UNKNOWN_ACCOUNT("There is no such account."),
  ACCOUNT_FROZEN("Nothing moves into or out of a frozen account."),
  BALANCE_OVERFLOW("There would be more on the account than can be counted."),
  UNKNOWN_CASE("No refund of this order was ever suspended."),
  RESOLVED_OTHERWISE("The case was resolved in another way.");

  private final String text;

  Refusal(String text) {
    this.text = text;
  }

  /** A sentence for the person who asked. */
  public String text() {
    return text;
  }
}
