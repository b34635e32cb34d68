package dev.quadrille.order.domain;

import java.util.List;

/**
 * What a merchant orders, as it was said. It never changes.
 *
 * @param merchantOrderNo the merchant's own number, used once
 * @param customerId who pays
 * @param currency code of ISO 4217
 * @param lines at least one
 */
public record Terms(
    String merchantId,
    String merchantOrderNo,
    String customerId,
    String currency,
    List<Line> lines) {

  public Terms {
    lines = List.copyOf(lines);
  }

  /**
   * What all lines cost together, in minor units.
   *
   * @throws ArithmeticException if that is more than can be counted
   */
  public long totalMinor() {
    return totalMinor(lines);
  }

  /**
   * What lines cost together, in minor units.
   *
   * @throws ArithmeticException if that is more than can be counted
   */
  public static long totalMinor(List<Line> lines) {
    return lines.stream().mapToLong(Line::priceMinor).reduce(0, Math::addExact);
  }
}
