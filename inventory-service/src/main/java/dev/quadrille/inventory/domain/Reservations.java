package dev.quadrille.inventory.domain;

import java.util.List;
import java.util.UUID;
import org.springframework.data.jpa.repository.NativeQuery;
import org.springframework.data.repository.Repository;

/** All reservations. */
public interface Reservations extends Repository<Reservation, UUID> {

  /** Locks those that exist, in the order of their keys. */
  @NativeQuery(
      "SELECT * FROM reservation WHERE order_id = ANY(:ids) ORDER BY order_id FOR NO KEY UPDATE")
  List<Reservation> lock(UUID[] ids);

  /** Adds a new one. */
  void save(Reservation reservation);
}
