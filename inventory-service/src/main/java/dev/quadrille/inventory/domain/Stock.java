package dev.quadrille.inventory.domain;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;

/** The units of one SKU: {@code 0 <= reserved <= onHand}, held by the database too. */
@Entity
public class Stock {
  @Id private String sku;
  @Version private @Nullable Long version;
  private long onHand;
  private long reserved;

  /** For JPA. */
  protected Stock() {}

  /** An SKU of which there is nothing yet. */
  public Stock(String sku) {
    this.sku = sku;
  }

  /**
   * Goods come in.
   *
   * @return false if there would be more than can be counted; nothing changed then
   */
  public boolean receive(long quantity) {
    if (quantity > Long.MAX_VALUE - onHand) {
      return false;
    }
    onHand += quantity;
    return true;
  }

  /** Holds units. The caller has seen that they are {@link #available()}. */
  public void reserve(long quantity) {
    reserved += quantity;
  }

  /** Frees held units. */
  public void release(long quantity) {
    reserved -= quantity;
  }

  /** Held units leave. */
  public void commit(long quantity) {
    reserved -= quantity;
    onHand -= quantity;
  }

  /** Units that had left come back. */
  public void restock(long quantity) {
    onHand += quantity;
  }

  public String sku() {
    return sku;
  }

  public long onHand() {
    return onHand;
  }

  public long reserved() {
    return reserved;
  }

  /** What can still be reserved. */
  public long available() {
    return onHand - reserved;
  }
}
