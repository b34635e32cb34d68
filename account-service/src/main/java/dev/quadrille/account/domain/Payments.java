package dev.quadrille.account.domain;

import java.util.List;
import java.util.UUID;
import org.springframework.data.jpa.repository.NativeQuery;
import org.springframework.data.repository.Repository;

/** All payments. */
public interface Payments extends Repository<Payment, UUID> {

  /** Locks those that exist, in the order of their keys. */
  @NativeQuery(
      "SELECT * FROM payment WHERE order_id = ANY(:ids) ORDER BY order_id FOR NO KEY UPDATE")
  List<Payment> lock(UUID[] ids);

  /** Adds a new one. */
  void save(Payment payment);
}
