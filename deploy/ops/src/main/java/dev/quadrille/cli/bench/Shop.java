package dev.quadrille.cli.bench;

import java.util.SplittableRandom;
import java.util.UUID;

/** Makes up orders of a {@link Shape}, by a single thread. The same seed gives the same orders. */
final class Shop {
  static final String MERCHANT = "bench-shop";
  static final String CURRENCY = "EUR";
  static final int PRICE_MINOR = 1_000;
  static final String PENNILESS = "penniless-";
  static final String SOLD_OUT = "sold-out-";
  static final String CUSTOMER = "customer-";
  static final String SKU = "sku-";

  /** How many customers have no money, and how many SKUs are sold out. */
  static final int UNLUCKY = 50;

  // A quantity that sold-out goods, of which there is one unit, cannot serve.
  private static final int TOO_MANY = 2;

  private final Shape shape;
  private final SplittableRandom random;
  private final String opening = UUID.randomUUID().toString();
  private long number;

  Shop(Shape shape, long seed) {
    this.shape = shape;
    this.random = new SplittableRandom(seed);
  }

  /** The next order; no two have the same key or number. */
  OrderRequest next() {
    number++;
    var fate = random.nextInt(100);
    var soldOut = fate < shape.soldOutPercent();
    var penniless = !soldOut && fate < shape.soldOutPercent() + shape.pennilessPercent();
    var customer =
        penniless
            ? PENNILESS + random.nextInt(UNLUCKY)
            : CUSTOMER + random.nextInt(shape.customers());
    var sku = soldOut ? SOLD_OUT + random.nextInt(UNLUCKY) : SKU + random.nextInt(shape.goods());
    return new OrderRequest(
        opening + "-" + number,
        body(customer, sku, soldOut ? TOO_MANY : 1),
        random.nextInt(100) < shape.twicePercent());
  }

  private String body(String customer, String sku, int quantity) {
    return """
        {"merchantOrderNo":"%s/%d","customerId":"%s","currency":"%s",\
        "lines":[{"sku":"%s","quantity":%d,"unitPriceMinor":%d}]}"""
        .formatted(opening, number, customer, CURRENCY, sku, quantity, PRICE_MINOR);
  }
}
