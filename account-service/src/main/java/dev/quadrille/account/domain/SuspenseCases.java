package dev.quadrille.account.domain;

import dev.quadrille.state.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.data.jpa.repository.NativeQuery;
import org.springframework.data.repository.Repository;

/** All cases, open and resolved. A case is guarded by the lock of its payment. */
public interface SuspenseCases extends Repository<SuspenseCase, UUID> {
  /** What is said about one that is not there. */
  Refusal UNKNOWN = Refusal.unknown("unknown-case", "No refund of this order was ever suspended.");

  /** Adds a new one. */
  void save(SuspenseCase suspenseCase);

  /** The case of an order. */
  Optional<SuspenseCase> findById(UUID orderId);

  /** The open cases in the order of their orders' ids, after one. */
  @NativeQuery(
      """
      SELECT * FROM suspense_case WHERE resolution IS NULL AND order_id > :after
      ORDER BY order_id LIMIT :limit
      """)
  List<SuspenseCase> open(UUID after, int limit);
}
