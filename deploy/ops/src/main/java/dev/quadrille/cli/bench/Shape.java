package dev.quadrille.cli.bench;

import java.util.Locale;

/** What customers order, and how it ends. */
public enum Shape {
  /** Many customers, many goods; every order is confirmed. */
  UNIFORM(1_000, 200, 0, 0, 0),
  /** Everybody wants the same. */
  HOT_SKU(1_000, 1, 0, 0, 0),
  /** One customer orders everything. */
  HOT_ACCOUNT(1, 200, 0, 0, 0),
  /** A fifth is cancelled: half of these for want of goods, half for want of money. */
  FAILING(1_000, 200, 10, 10, 0),
  /** A tenth of the requests is sent twice at once, under one key. */
  DUPLICATES(1_000, 200, 0, 0, 10),
  /** Four of five orders are refused by account after goods were reserved: all goes back. */
  COMPENSATION_FLOOD(1_000, 200, 0, 80, 0),
  /** As uniform, where every large table holds ten million rows already. */
  TEN_MILLION_ROWS(1_000, 200, 0, 0, 0);

  private final int customers;
  private final int goods;
  private final int soldOutPercent;
  private final int pennilessPercent;
  private final int twicePercent;

  Shape(int customers, int goods, int soldOutPercent, int pennilessPercent, int twicePercent) {
    this.customers = customers;
    this.goods = goods;
    this.soldOutPercent = soldOutPercent;
    this.pennilessPercent = pennilessPercent;
    this.twicePercent = twicePercent;
  }

  /** How it is named on the command line: {@code hot-sku}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** How many customers have money. */
  int customers() {
    return customers;
  }

  /** How many SKUs are in stock. */
  int goods() {
    return goods;
  }

  /** How many of a hundred orders want what is sold out. */
  int soldOutPercent() {
    return soldOutPercent;
  }

  /** How many of a hundred orders come from customers without money. */
  int pennilessPercent() {
    return pennilessPercent;
  }

  /** How many of a hundred requests are sent twice. */
  int twicePercent() {
    return twicePercent;
  }
}
