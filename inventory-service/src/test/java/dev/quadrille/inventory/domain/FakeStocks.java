package dev.quadrille.inventory.domain;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Stock in memory. */
public final class FakeStocks implements Stocks {
  private final Map<String, Stock> rows = new TreeMap<>();

  /** Stock with some units of an SKU. */
  public FakeStocks with(String sku, long units) {
    open(sku);
    rows.get(sku).receive(units);
    return this;
  }

  @Override
  public List<Stock> lock(String[] skus) {
    return Stream.of(skus).distinct().sorted().filter(rows::containsKey).map(rows::get).toList();
  }

  @Override
  public void open(String sku) {
    rows.putIfAbsent(sku, new Stock(sku));
  }

  @Override
  public Optional<Stock> findById(String sku) {
    return Optional.ofNullable(rows.get(sku));
  }
}
