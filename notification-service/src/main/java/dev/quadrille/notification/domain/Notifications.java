package dev.quadrille.notification.domain;

import dev.quadrille.state.Refusal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.data.jpa.repository.NativeQuery;
import org.springframework.data.repository.Repository;

/** All notifications. */
public interface Notifications extends Repository<Notification, UUID> {
  /** What is said about one that is not there. */
  Refusal UNKNOWN = Refusal.unknown("unknown-notification", "There is none with this id.");

  /** What there is to tell about these orders, told or not, without locking it. */
  @NativeQuery("SELECT * FROM notification WHERE order_id = ANY(:orderIds) ORDER BY order_id, kind")
  List<Notification> ofOrders(UUID[] orderIds);

  /** Looks for one without locking it. */
  Optional<Notification> findById(UUID id);

  /** Adds a new one. */
  void save(Notification notification);

  /** Whether anything is to be sent. */
  @NativeQuery("SELECT EXISTS (SELECT FROM notification WHERE state = 1)")
  boolean anyPending();

  /** Locks some that are to be sent, the oldest first, and none that another works on. */
  @NativeQuery(
      """
      SELECT * FROM notification WHERE state = 1
      ORDER BY id LIMIT :limit FOR NO KEY UPDATE SKIP LOCKED
      """)
  List<Notification> lockPending(int limit);

  /** Locks some whose claim ended without a word, and none that another works on. */
  @NativeQuery(
      """
      SELECT * FROM notification WHERE state = 2 AND leased_until < now()
      ORDER BY leased_until LIMIT :limit FOR NO KEY UPDATE SKIP LOCKED
      """)
  List<Notification> lockExpired(int limit);

  /** Locks those that exist, in the order of their keys. */
  @NativeQuery("SELECT * FROM notification WHERE id = ANY(:ids) ORDER BY id FOR NO KEY UPDATE")
  List<Notification> lock(UUID[] ids);

  /** Failed ones, the oldest first, without locking them. */
  @NativeQuery(
      "SELECT * FROM notification WHERE state = 4 AND id > :after ORDER BY id LIMIT :limit")
  List<Notification> failedAfter(UUID after, int limit);

  /** The begin of this transaction by the database's clock, which all replicas share. */
  @NativeQuery("SELECT now()")
  Instant now();
}
