package dev.quadrille.account.domain;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/** Cases in memory. */
public final class FakeSuspenseCases implements SuspenseCases {
  private final SortedMap<UUID, SuspenseCase> rows = new TreeMap<>();

  @Override
  public void save(SuspenseCase suspenseCase) {
    rows.put(suspenseCase.orderId(), suspenseCase);
  }

  @Override
  public Optional<SuspenseCase> findById(UUID orderId) {
    return Optional.ofNullable(rows.get(orderId));
  }

  @Override
  public List<SuspenseCase> open(UUID after, int limit) {
    return rows.tailMap(after).values().stream()
        .filter(it -> it.decision().isEmpty() && !it.orderId().equals(after))
        .limit(limit)
        .toList();
  }
}
