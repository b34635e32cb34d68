package dev.quadrille.order.domain;

/**
 * A line of an order.
 *
 * @param quantity at least 1
 * @param unitPriceMinor price of one unit in minor units of the order's currency; not negative
 */
public record Line(String sku, int quantity, long unitPriceMinor) {

  /**
   * The price of the line in minor units.
   *
   * @throws ArithmeticException if that is more than can be counted
   */
  public long priceMinor() {
    return Math.multiplyExact(unitPriceMinor, (long) quantity);
  }
}
