package dev.quadrille.inventory.domain;

import java.util.function.Function;
import org.junit.jupiter.api.Nested;

class FakesTest {

  @Nested
  class InMemoryReservations extends ReservationsContract {
    private final FakeReservations reservations = new FakeReservations();

    @Override
    protected <T> T inTransaction(Function<Reservations, T> work) {
      return work.apply(reservations);
    }
  }

  @Nested
  class InMemoryStocks extends StocksContract {
    private final FakeStocks stocks = new FakeStocks();

    @Override
    protected <T> T inTransaction(Function<Stocks, T> work) {
      return work.apply(stocks);
    }
  }
}
