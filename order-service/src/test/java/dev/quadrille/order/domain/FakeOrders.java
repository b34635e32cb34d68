package dev.quadrille.order.domain;

import static dev.quadrille.order.domain.OrderState.PLACED;
import static java.util.Comparator.comparing;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/** Orders in memory. Nobody else is at work, so locking is looking. */
public final class FakeOrders implements Orders {
  private final Map<UUID, Order> rows = new TreeMap<>();
  private final Clock databaseTime;

  public FakeOrders(Clock databaseTime) {
    this.databaseTime = databaseTime;
  }

  @Override
  public List<Order> lock(UUID[] ids) {
    // By their text: PostgreSQL compares ids without a sign, Java with one.
    return Stream.of(ids)
        .distinct()
        .sorted(comparing(UUID::toString))
        .filter(rows::containsKey)
        .map(rows::get)
        .toList();
  }

  @Override
  public Optional<Order> lock(String merchantId, UUID id) {
    return findByMerchantIdAndId(merchantId, id);
  }

  @Override
  public boolean anyOverdue() {
    return overdue().findAny().isPresent();
  }

  @Override
  public List<Order> lockOverdue(int most) {
    return overdue().sorted(comparing(Order::deadline)).limit(most).toList();
  }

  @Override
  public Optional<Instant> freeAt(String merchantId, String merchantOrderNo) {
    return findByMerchantIdAndMerchantOrderNo(merchantId, merchantOrderNo).isPresent()
        ? Optional.empty()
        : Optional.of(databaseTime.instant());
  }

  @Override
  public Optional<Order> findByMerchantIdAndId(String merchantId, UUID id) {
    return Optional.ofNullable(rows.get(id))
        .filter(order -> order.terms().merchantId().equals(merchantId));
  }

  @Override
  public Optional<Order> findByMerchantIdAndMerchantOrderNo(
      String merchantId, String merchantOrderNo) {
    return rows.values().stream()
        .filter(order -> order.terms().merchantId().equals(merchantId))
        .filter(order -> order.terms().merchantOrderNo().equals(merchantOrderNo))
        .findFirst();
  }

  @Override
  public List<UUID> endedAmong(UUID[] ids) {
    return Stream.of(ids)
        .filter(rows::containsKey)
        .filter(id -> rows.get(id).state().ended())
        .toList();
  }

  @Override
  public void save(Order order) {
    rows.put(order.id(), order);
  }

  private Stream<Order> overdue() {
    var now = databaseTime.instant();
    return rows.values().stream()
        .filter(order -> order.state() == PLACED && order.deadline().isBefore(now));
  }
}
