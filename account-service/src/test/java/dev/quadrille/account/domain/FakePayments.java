package dev.quadrille.account.domain;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/** Payments in memory. Nobody else is at work, so locking is looking. */
public final class FakePayments implements Payments {
  private final Map<UUID, Payment> rows = new TreeMap<>();

  @Override
  public List<Payment> lock(UUID[] ids) {
    return Stream.of(ids).distinct().sorted().filter(rows::containsKey).map(rows::get).toList();
  }

  @Override
  public void save(Payment payment) {
    rows.put(payment.id(), payment);
  }
}
