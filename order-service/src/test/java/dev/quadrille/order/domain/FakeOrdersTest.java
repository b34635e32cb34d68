package dev.quadrille.order.domain;

import java.time.Clock;
import java.util.function.Function;

class FakeOrdersTest extends OrdersContract {
  private final Orders orders = new FakeOrders(Clock.systemUTC());

  @Override
  protected <T> T inTransaction(Function<Orders, T> work) {
    return work.apply(orders);
  }
}
