package dev.quadrille.order.domain;

import dev.quadrille.state.Refusal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.data.jpa.repository.NativeQuery;
import org.springframework.data.repository.Repository;

/** All orders. */
public interface Orders extends Repository<Order, UUID> {
  /** What is said about one that is not there, or not the merchant's. */
  Refusal UNKNOWN = Refusal.unknown("unknown-order", "You have no such order.");

  /** Locks those that exist, in the order of their ids. */
  @NativeQuery("SELECT * FROM orders WHERE id = ANY(:ids) ORDER BY id FOR NO KEY UPDATE")
  List<Order> lock(UUID[] ids);

  /** Locks one of a merchant's; empty if it is not the merchant's. */
  @NativeQuery(
      "SELECT * FROM orders WHERE id = :id AND merchant_id = :merchantId FOR NO KEY UPDATE")
  Optional<Order> lock(String merchantId, UUID id);

  /** Whether any is undecided after its deadline. */
  @NativeQuery("SELECT EXISTS (SELECT FROM orders WHERE state = 1 AND deadline < now())")
  boolean anyOverdue();

  /**
   * Locks those that are undecided after their deadlines, the longest overdue first. Leaves alone
   * what somebody else is deciding.
   */
  @NativeQuery(
      """
      SELECT * FROM orders WHERE state = 1 AND deadline < now()
      ORDER BY deadline LIMIT :most FOR NO KEY UPDATE SKIP LOCKED
      """)
  List<Order> lockOverdue(int most);

  /**
   * Whether a merchant has a number left for an order. Of two who find it free at once, one fails
   * when it writes: tried again, it finds the other's.
   *
   * @return database time; empty if the number is used
   */
  @NativeQuery(
      """
      SELECT now() WHERE NOT EXISTS (
        SELECT FROM orders WHERE merchant_id = :merchantId AND merchant_order_no = :merchantOrderNo)
      """)
  Optional<Instant> freeAt(String merchantId, String merchantOrderNo);

  /** Looks for one of a merchant's without locking it. */
  Optional<Order> findByMerchantIdAndId(String merchantId, UUID id);

  /** Looks for one of a merchant's by the merchant's own number without locking it. */
  Optional<Order> findByMerchantIdAndMerchantOrderNo(String merchantId, String merchantOrderNo);

  /** Which of these have come to an end, as {@link OrderState#ended()} says. */
  @NativeQuery("SELECT id FROM orders WHERE id = ANY(:ids) AND state IN (2, 4, 6)")
  List<UUID> endedAmong(UUID[] ids);

  /** Adds a new one. */
  void save(Order order);
}
