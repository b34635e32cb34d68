package dev.quadrille.inventory.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What stocks promise, wherever they are kept. */
public abstract class StocksContract {
  private final String tea = "tea-" + UUID.randomUUID();
  private final String cup = "cup-" + UUID.randomUUID();

  /** Does some work on the same stocks, each time in a transaction of its own. */
  protected abstract <T> T inTransaction(Function<Stocks, T> work);

  @Test
  void opensAnEmptySkuOnce() {
    open(tea);
    receive(tea, 5);
    open(tea);
    assertThat(find(tea).orElseThrow().onHand()).isEqualTo(5);
  }

  @Test
  void locksThoseThatExistInTheOrderOfTheirSkus() {
    open(tea);
    open(cup);
    assertThat(lock(tea, "none", cup)).extracting(Stock::sku).containsExactly(cup, tea);
  }

  @Test
  void keepsWhatIsReserved() {
    open(tea);
    receive(tea, 5);
    inTransaction(
        all -> {
          all.lock(new String[] {tea}).get(0).reserve(2);
          return tea;
        });
    assertThat(find(tea).orElseThrow().available()).isEqualTo(3);
  }

  @Test
  void knowsWhichSkuDoesNotExist() {
    assertThat(find("none")).isEmpty();
  }

  private List<Stock> lock(String... skus) {
    return inTransaction(all -> all.lock(skus));
  }

  private Optional<Stock> find(String sku) {
    return inTransaction(all -> all.findById(sku));
  }

  private void open(String sku) {
    inTransaction(
        all -> {
          all.open(sku);
          return sku;
        });
  }

  private void receive(String sku, long units) {
    inTransaction(all -> all.lock(new String[] {sku}).get(0).receive(units));
  }
}
