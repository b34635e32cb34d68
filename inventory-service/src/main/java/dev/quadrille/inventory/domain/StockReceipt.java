package dev.quadrille.inventory.domain;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.UUID;
import org.springframework.data.domain.Persistable;

/** Goods that came in: never changed, for the audit. */
@Entity
public class StockReceipt implements Persistable<UUID> {
  @Id private UUID id;
  private String sku;
  private long quantity;

  /** For JPA. */
  protected StockReceipt() {}

  public StockReceipt(UUID id, String sku, long quantity) {
    this.id = id;
    this.sku = sku;
    this.quantity = quantity;
  }

  @Override
  public UUID getId() {
    return id;
  }

  @Override
  public boolean isNew() {
    return true;
  }

  public String sku() {
    return sku;
  }

  public long quantity() {
    return quantity;
  }
}
