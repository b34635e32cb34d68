package dev.quadrille.inventory.application;

import dev.quadrille.inventory.domain.Stock;
import dev.quadrille.inventory.domain.StockReceipt;
import dev.quadrille.inventory.domain.StockReceipts;
import dev.quadrille.inventory.domain.Stocks;
import dev.quadrille.state.Ids;
import dev.quadrille.state.Outcome;
import dev.quadrille.state.Refusal;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Goods come in. */
@Service
public class ReceiveStock {
  private static final Refusal OVERFLOW =
      Refusal.conflict("stock-overflow", "There would be more than can be counted.");

  private final Stocks stocks;
  private final StockReceipts receipts;
  private final Ids ids;

  ReceiveStock(Stocks stocks, StockReceipts receipts, Ids ids) {
    this.stocks = stocks;
    this.receipts = receipts;
    this.ids = ids;
  }

  /**
   * Adds units of an SKU, which may be new.
   *
   * @return the stock afterwards; refused if there would be more than can be counted
   */
  @Transactional
  public Outcome<Stock> receive(String sku, long quantity) {
    stocks.open(sku);
    var stock = stocks.lock(new String[] {sku}).get(0);
    if (!stock.receive(quantity)) {
      return Outcome.refused(OVERFLOW);
    }
    receipts.save(new StockReceipt(ids.next(), sku, quantity));
    return Outcome.done(stock);
  }
}
