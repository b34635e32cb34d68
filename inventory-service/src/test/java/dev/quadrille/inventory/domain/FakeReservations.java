package dev.quadrille.inventory.domain;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/** Reservations in memory. */
public final class FakeReservations implements Reservations {
  private final Map<UUID, Reservation> rows = new TreeMap<>();

  @Override
  public List<Reservation> lock(UUID[] ids) {
    return Stream.of(ids).distinct().sorted().filter(rows::containsKey).map(rows::get).toList();
  }

  @Override
  public void save(Reservation reservation) {
    rows.put(reservation.id(), reservation);
  }
}
