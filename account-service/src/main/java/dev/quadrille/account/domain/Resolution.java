package dev.quadrille.account.domain;

/** Where the money of a suspended refund goes. */
public enum Resolution {
  /** To the customer's account, which takes money again. */
  TO_CUSTOMER,
  /** Out of the system, past an account that takes none. */
  PAID_OUT
}
