package dev.quadrille.account.domain;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.util.Comparator;

/**
 * What a customer's account is found by: a customer has one account a currency.
 *
 * @param customerId whose account
 * @param currency ISO 4217 code
 */
@Embeddable
public record AccountKey(
    @Column(updatable = false) String customerId, @Column(updatable = false) String currency)
    implements Comparable<AccountKey> {
  private static final Comparator<AccountKey> ORDER =
      Comparator.comparing(AccountKey::customerId).thenComparing(AccountKey::currency);

  @Override
  public int compareTo(AccountKey other) {
    return ORDER.compare(this, other);
  }
}
