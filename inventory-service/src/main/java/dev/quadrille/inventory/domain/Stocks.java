package dev.quadrille.inventory.domain;

import dev.quadrille.state.Refusal;
import java.util.List;
import java.util.Optional;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.NativeQuery;
import org.springframework.data.repository.Repository;

/** The stock of every SKU. */
public interface Stocks extends Repository<Stock, String> {
  /** What is said about one that is not there. */
  Refusal UNKNOWN = Refusal.unknown("unknown-sku", "Nothing of this SKU ever came in.");

  /** Locks those that exist, in the order of their SKUs. */
  @NativeQuery("SELECT * FROM stock WHERE sku = ANY(:skus) ORDER BY sku FOR NO KEY UPDATE")
  List<Stock> lock(String[] skus);

  /** Adds an empty SKU unless it is there. */
  @Modifying
  @NativeQuery(
      """
      INSERT INTO stock (sku, version, on_hand, reserved) VALUES (:sku, 0, 0, 0)
      ON CONFLICT DO NOTHING
      """)
  void open(String sku);

  /** Looks at one without locking it. */
  Optional<Stock> findById(String sku);
}
