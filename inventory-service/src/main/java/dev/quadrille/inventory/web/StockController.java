package dev.quadrille.inventory.web;

import dev.quadrille.inventory.application.ReceiveStock;
import dev.quadrille.inventory.domain.Stock;
import dev.quadrille.inventory.domain.Stocks;
import dev.quadrille.state.Outcome;
import dev.quadrille.web.Answers;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/stock/{sku}")
class StockController {
  private final ReceiveStock receiveStock;
  private final Stocks stocks;

  StockController(ReceiveStock receiveStock, Stocks stocks) {
    this.receiveStock = receiveStock;
    this.stocks = stocks;
  }

  @PostMapping("/receipts")
  ResponseEntity<StockView> receive(
      @PathVariable @Pattern(regexp = "[\\x21-\\x7e]{1,64}") String sku,
      @Valid @RequestBody Receipt receipt) {
    return Answers.ok(receiveStock.receive(sku, receipt.quantity()), StockView::of);
  }

  @GetMapping
  ResponseEntity<StockView> show(@PathVariable String sku) {
    return Answers.ok(Outcome.of(stocks.findById(sku), Stocks.UNKNOWN), StockView::of);
  }

  record Receipt(@Min(1) long quantity) {}

  record StockView(String sku, long onHand, long reserved, long available) {

    static StockView of(Stock stock) {
      return new StockView(stock.sku(), stock.onHand(), stock.reserved(), stock.available());
    }
  }
}
