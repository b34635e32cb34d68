package dev.quadrille.inventory.domain;

import dev.quadrille.entity.AppendOnly;
import jakarta.persistence.Entity;
import java.util.UUID;

/** Goods that came in. Nobody reads it here: it is for the audit, which asks the database. */
@Entity
public class StockReceipt extends AppendOnly {
  private String sku;
  private long quantity;

  /** For JPA. */
  protected StockReceipt() {}

  public StockReceipt(UUID id, String sku, long quantity) {
    super(id);
    this.sku = sku;
    this.quantity = quantity;
  }
}
