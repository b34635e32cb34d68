package dev.quadrille.notification.domain;

import static dev.quadrille.notification.domain.NotificationState.FAILED;
import static dev.quadrille.notification.domain.NotificationState.PENDING;
import static dev.quadrille.notification.domain.NotificationState.SENDING;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/** Notifications in memory. */
public final class FakeNotifications implements Notifications {
  private final Map<UUID, Notification> rows = new TreeMap<>();
  private final InstantSource clock;
  private int away;

  public FakeNotifications(InstantSource clock) {
    this.clock = clock;
  }

  /** All there are, the oldest first. */
  public List<Notification> all() {
    return List.copyOf(rows.values());
  }

  /** The next so many attempts to lock known ones fail, as if the database were away. */
  public void failLocking(int times) {
    away = times;
  }

  @Override
  public List<Notification> ofOrders(UUID[] orderIds) {
    var wanted = Arrays.asList(orderIds);
    return rows.values().stream()
        .filter(row -> wanted.contains(row.news().orderId()))
        .sorted(
            Comparator.comparing((Notification row) -> row.news().orderId())
                .thenComparing(row -> row.news().kind()))
        .toList();
  }

  @Override
  public Optional<Notification> findById(UUID id) {
    return Optional.ofNullable(rows.get(id));
  }

  @Override
  public void save(Notification notification) {
    rows.put(notification.id(), notification);
  }

  @Override
  public boolean anyPending() {
    return in(PENDING).findAny().isPresent();
  }

  @Override
  public List<Notification> lockPending(int limit) {
    return in(PENDING).limit(limit).toList();
  }

  @Override
  public List<Notification> lockExpired(int limit) {
    return in(SENDING)
        .filter(row -> row.leasedUntil().orElseThrow().isBefore(now()))
        .sorted(Comparator.comparing(row -> row.leasedUntil().orElseThrow()))
        .limit(limit)
        .toList();
  }

  @Override
  public List<Notification> lock(UUID[] ids) {
    if (away > 0) {
      away--;
      throw new IllegalStateException("the database is away");
    }
    return Stream.of(ids).distinct().sorted().filter(rows::containsKey).map(rows::get).toList();
  }

  @Override
  public List<Notification> failedAfter(UUID after, int limit) {
    return in(FAILED).filter(row -> row.id().compareTo(after) > 0).limit(limit).toList();
  }

  @Override
  public Instant now() {
    return clock.instant();
  }

  private Stream<Notification> in(NotificationState state) {
    return rows.values().stream().filter(row -> row.state() == state);
  }
}
