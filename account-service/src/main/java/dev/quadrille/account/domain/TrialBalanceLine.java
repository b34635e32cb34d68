package dev.quadrille.account.domain;

import java.math.BigDecimal;

/** The sum of the entries of one kind of account in one currency. */
public interface TrialBalanceLine {

  /**
   * {@code CASH}, {@code CUSTOMER}, {@code MERCHANT}, {@code SUSPENSE}; {@code TOTAL} is all of
   * them and zero.
   */
  String getKind();

  /** ISO 4217 code. */
  String getCurrency();

  /** In minor units; a whole number, of which there may be more than a long holds. */
  BigDecimal getAmountMinor();
}
