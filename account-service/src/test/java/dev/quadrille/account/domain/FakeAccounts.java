package dev.quadrille.account.domain;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;

/** Accounts in memory. Nobody else is at work, so locking is looking. */
public final class FakeAccounts implements Accounts {
  private final Map<UUID, Account> rows = new TreeMap<>();

  @Override
  public List<Account> lock(String[] customerIds, String[] currencies) {
    var wanted =
        IntStream.range(0, customerIds.length)
            .mapToObj(i -> new AccountKey(customerIds[i], currencies[i]))
            .toList();
    return rows.values().stream().filter(account -> wanted.contains(account.key())).toList();
  }

  @Override
  public Optional<Account> lock(UUID accountId) {
    return findById(accountId);
  }

  @Override
  public int open(UUID accountId, String customerId, String currency) {
    var key = new AccountKey(customerId, currency);
    if (rows.values().stream().anyMatch(account -> account.key().equals(key))) {
      return 0;
    }
    rows.put(accountId, new Account(accountId, key));
    return 1;
  }

  @Override
  public Optional<Account> findById(UUID accountId) {
    return Optional.ofNullable(rows.get(accountId));
  }

  /** Every account. */
  public Collection<Account> all() {
    return List.copyOf(rows.values());
  }
}
