package dev.quadrille.account.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What all accounts promise, wherever they are kept. */
abstract class AccountsContract {
  private static final UUID NONE = new UUID(0, 0);

  private final UUID first = new UUID(0x0190_0000_0000_7000L, UUID.randomUUID().hashCode());
  private final UUID second = new UUID(0x0190_0000_0000_7001L, UUID.randomUUID().hashCode());
  private final String customer = "customer " + UUID.randomUUID();

  /** Does some work on the same accounts, each time in a transaction of its own. */
  protected abstract <T> T inTransaction(Function<Accounts, T> work);

  @Test
  void opensAnEmptyAccount() {
    assertThat(open(first, "EUR")).isEqualTo(1);

    var account = find(first);
    assertThat(account.accountId()).isEqualTo(first);
    assertThat(account.key()).isEqualTo(key("EUR"));
    assertThat(account.balanceMinor()).isZero();
    assertThat(account.frozen()).isFalse();
  }

  @Test
  void opensOneAccountForEachCustomerAndCurrency() {
    open(first, "EUR");

    assertThat(open(second, "EUR")).isZero();
    assertThat(open(second, "USD")).isEqualTo(1);
  }

  @Test
  void keepsTheBalanceAndTheFreeze() {
    open(first, "EUR");
    inTransaction(
        accounts -> {
          var account = accounts.lock(first).orElseThrow();
          account.add(Long.MAX_VALUE);
          account.freeze();
          return account;
        });

    assertThat(find(first).balanceMinor()).isEqualTo(Long.MAX_VALUE);
    assertThat(find(first).frozen()).isTrue();
  }

  @Test
  void locksThoseThatExistInTheOrderOfTheirIds() {
    open(second, "EUR");
    open(first, "USD");

    assertThat(locked(key("EUR"), key("USD"), key("JPY"), new AccountKey("nobody", "EUR")))
        .containsExactly(first, second);
  }

  @Test
  void takesACustomerAndACurrencyAsOneKey() {
    open(first, "EUR");
    var other = new AccountKey("other " + customer, "USD");
    inTransaction(accounts -> accounts.open(second, other.customerId(), other.currency()));

    assertThat(locked(key("USD"), new AccountKey(other.customerId(), "EUR"))).isEmpty();
  }

  @Test
  void locksNothingWhenNothingIsWanted() {
    assertThat(locked()).isEmpty();
  }

  @Test
  void knowsWhichAccountDoesNotExist() {
    assertThat(inTransaction(accounts -> accounts.findById(NONE)).isEmpty()).isTrue();
    assertThat(inTransaction(accounts -> accounts.lock(NONE)).isEmpty()).isTrue();
  }

  private int open(UUID id, String currency) {
    return inTransaction(accounts -> accounts.open(id, customer, currency));
  }

  private Account find(UUID id) {
    return inTransaction(accounts -> accounts.findById(id).orElseThrow());
  }

  private List<UUID> locked(AccountKey... keys) {
    return inTransaction(
        accounts -> accounts.lock(List.of(keys)).stream().map(Account::accountId).toList());
  }

  private AccountKey key(String currency) {
    return new AccountKey(customer, currency);
  }
}
