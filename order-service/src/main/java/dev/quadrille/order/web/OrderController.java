package dev.quadrille.order.web;

import dev.quadrille.handling.StateHistory;
import dev.quadrille.order.application.PlaceOrder;
import dev.quadrille.order.application.UndoOrder;
import dev.quadrille.order.domain.Order;
import dev.quadrille.order.domain.Orders;
import dev.quadrille.web.Caller;
import dev.quadrille.web.Problem;
import dev.quadrille.web.Text;
import jakarta.validation.Valid;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
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
  ResponseEntity<?> place(Caller caller, @Valid @RequestBody OrderRequest request) {
    var order = placeOrder.place(request.terms(caller.merchantId()));
    return order.isPresent()
        ? accepted(order.get())
        : problem(
            HttpStatus.CONFLICT,
            "order-number-used",
            "Another order of yours has this merchantOrderNo.");
  }

  @PostMapping("/{id}/cancellation")
  ResponseEntity<?> cancel(Caller caller, @PathVariable UUID id) {
    return answer(undoOrder.cancel(caller.merchantId(), id), "not-cancellable");
  }

  @PostMapping("/{id}/refund")
  ResponseEntity<?> refund(Caller caller, @PathVariable UUID id) {
    return answer(undoOrder.refund(caller.merchantId(), id), "not-refundable");
  }

  @GetMapping("/{id}")
  ResponseEntity<?> show(Caller caller, @PathVariable UUID id) {
    var order = orders.findByMerchantIdAndId(caller.merchantId(), id);
    return order.isPresent()
        ? ResponseEntity.ok(OrderView.withJournal(order.get(), history.of(id)))
        : unknown();
  }

  @GetMapping
  OrderPage find(Caller caller, @RequestParam @Text String merchantOrderNo) {
    var order = orders.findByMerchantIdAndMerchantOrderNo(caller.merchantId(), merchantOrderNo);
    return new OrderPage(order.map(OrderView::of).stream().toList(), null);
  }

  private static ResponseEntity<?> answer(Optional<UndoOrder.Answer> answer, String refusal) {
    if (answer.isEmpty()) {
      return unknown();
    }
    var order = answer.get().order();
    return answer.get().accepted()
        ? accepted(order)
        : problem(HttpStatus.CONFLICT, refusal, "The order is " + order.state() + ".");
  }

  private static ResponseEntity<?> accepted(Order order) {
    return ResponseEntity.accepted()
        .location(URI.create("/orders/" + order.id()))
        .body(OrderView.of(order));
  }

  private static ResponseEntity<?> unknown() {
    return problem(HttpStatus.NOT_FOUND, "unknown-order", "You have no such order.");
  }

  private static ResponseEntity<?> problem(HttpStatus status, String type, String detail) {
    return ResponseEntity.of(Problem.of(status, type, detail)).build();
  }

  /**
   * Orders.
   *
   * @param next where the next page begins; null on the last
   */
  record OrderPage(List<OrderView> items, @Nullable UUID next) {}
}
