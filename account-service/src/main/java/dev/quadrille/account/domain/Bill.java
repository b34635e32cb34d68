package dev.quadrille.account.domain;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/**
 * What is to be paid for an order.
 *
 * @param payer whose account
 * @param merchantId who is paid
 * @param amountMinor how much, in minor units of the payer's currency; 0 or more
 */
@Embeddable
public record Bill(
    AccountKey payer,
    @Column(updatable = false) String merchantId,
    @Column(updatable = false) long amountMinor) {

  /** ISO 4217 code. */
  public String currency() {
    return payer.currency();
  }
}
