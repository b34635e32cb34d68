package dev.quadrille.account.domain;

import dev.quadrille.state.Refusal;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.NativeQuery;
import org.springframework.data.repository.Repository;

/** The accounts of all customers. */
public interface Accounts extends Repository<Account, UUID> {
  /** What is said about one that is not there. */
  Refusal UNKNOWN = Refusal.unknown("unknown-account", "There is no such account.");

  /** Locks those that exist, in the order of their ids. */
  default List<Account> lock(Collection<AccountKey> keys) {
    return lock(
        keys.stream().map(AccountKey::customerId).toArray(String[]::new),
        keys.stream().map(AccountKey::currency).toArray(String[]::new));
  }

  /** Locks those that exist of these pairs, each of which stands once. */
  @NativeQuery(
      """
      SELECT account.* FROM account
      JOIN unnest(CAST(:customerIds AS text[]), CAST(:currencies AS text[])) AS wanted (customer_id, currency)
        USING (customer_id, currency)
      ORDER BY account_id FOR NO KEY UPDATE OF account
      """)
  List<Account> lock(String[] customerIds, String[] currencies);

  /** Locks one. */
  @NativeQuery("SELECT * FROM account WHERE account_id = :accountId FOR NO KEY UPDATE")
  Optional<Account> lock(UUID accountId);

  /**
   * Adds an empty account unless the customer has one in this currency.
   *
   * @return how many were added
   */
  @Modifying
  @NativeQuery(
      """
      INSERT INTO account (account_id, version, customer_id, currency, balance_minor, frozen)
      VALUES (:accountId, 0, :customerId, :currency, 0, false)
      ON CONFLICT (customer_id, currency) DO NOTHING
      """)
  int open(UUID accountId, String customerId, String currency);

  /** Looks at one without locking it. */
  Optional<Account> findById(UUID accountId);
}
