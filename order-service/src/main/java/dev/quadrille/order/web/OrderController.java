package dev.quadrille.order.web;

import dev.quadrille.handling.StateHistory;
import dev.quadrille.order.application.PlaceOrder;
import dev.quadrille.order.application.UndoOrder;
import dev.quadrille.order.domain.Order;
import dev.quadrille.order.domain.Orders;
import dev.quadrille.state.Outcome;
import dev.quadrille.web.Answers;
import dev.quadrille.web.Caller;
import dev.quadrille.web.Page;
import dev.quadrille.web.Text;
import dev.quadrille.web.Waiting;
import jakarta.validation.Valid;
import java.net.URI;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/orders")
class OrderController {
  private final PlaceOrder placeOrder;
  private final UndoOrder undoOrder;
  private final Orders orders;
  private final StateHistory history;

  OrderController(PlaceOrder placeOrder, UndoOrder undoOrder, Orders orders, StateHistory history) {
    this.placeOrder = placeOrder;
    this.undoOrder = undoOrder;
    this.orders = orders;
    this.history = history;
  }

  @PostMapping
  ResponseEntity<OrderView> place(Caller caller, @Valid @RequestBody OrderRequest request) {
    return accepted(placeOrder.place(request.terms(caller.merchantId())));
  }

  @PostMapping("/{id}/cancellation")
  ResponseEntity<OrderView> cancel(Caller caller, @PathVariable UUID id) {
    return accepted(undoOrder.cancel(caller.merchantId(), id));
  }

  @PostMapping("/{id}/refund")
  ResponseEntity<OrderView> refund(Caller caller, @PathVariable UUID id) {
    return accepted(undoOrder.refund(caller.merchantId(), id));
  }

  @GetMapping("/{id}")
  @Nullable ResponseEntity<OrderView> show(Caller caller, @PathVariable UUID id, Waiting waiting) {
    return waiting.until(id, () -> shown(caller, id));
  }

  private ResponseEntity<OrderView> shown(Caller caller, UUID id) {
    var order = orders.findByMerchantIdAndId(caller.merchantId(), id);
    return Answers.ok(
        Outcome.of(order, Orders.UNKNOWN), it -> OrderView.withJournal(it, history.of(id)));
  }

  @GetMapping
  Page<OrderView, UUID> find(Caller caller, @RequestParam @Text String merchantOrderNo) {
    var order = orders.findByMerchantIdAndMerchantOrderNo(caller.merchantId(), merchantOrderNo);
    return Page.all(order.map(OrderView::of).stream().toList());
  }

  private static ResponseEntity<OrderView> accepted(Outcome<Order> outcome) {
    return Answers.of(
        outcome,
        order ->
            ResponseEntity.accepted()
                .location(URI.create("/orders/" + order.id()))
                .body(OrderView.of(order)));
  }
}
