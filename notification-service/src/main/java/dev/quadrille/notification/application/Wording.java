package dev.quadrille.notification.application;

import dev.quadrille.contracts.CancellationReason;
import dev.quadrille.contracts.OrderCancelled;
import dev.quadrille.contracts.OrderConfirmed;
import dev.quadrille.contracts.OrderRefunded;
import dev.quadrille.notification.domain.Kind;
import dev.quadrille.notification.domain.News;
import java.math.BigDecimal;
import java.util.Currency;

/** What customers read. */
final class Wording {

  private Wording() {}

  static News of(OrderConfirmed order) {
    var number = line(order.getMerchantOrderNo());
    return new News(
        order.getOrderId(),
        Kind.ORDER_CONFIRMED,
        order.getCustomerId(),
        "Your order %s is confirmed".formatted(number),
        "Your order %s over %s is confirmed."
            .formatted(number, amount(order.getTotalMinor(), order.getCurrency())));
  }

  static News of(OrderCancelled order) {
    var number = line(order.getMerchantOrderNo());
    return new News(
        order.getOrderId(),
        Kind.ORDER_CANCELLED,
        order.getCustomerId(),
        "Your order %s is cancelled".formatted(number),
        "Your order %s is cancelled, %s. You pay nothing for it."
            .formatted(number, because(order.getReason())));
  }

  static News of(OrderRefunded order) {
    var number = line(order.getMerchantOrderNo());
    return new News(
        order.getOrderId(),
        Kind.ORDER_REFUNDED,
        order.getCustomerId(),
        "Your order %s is refunded".formatted(number),
        "You have back the %s that you paid for your order %s."
            .formatted(amount(order.getTotalMinor(), order.getCurrency()), number));
  }

  private static String because(CancellationReason reason) {
    return switch (reason) {
      case OUT_OF_STOCK -> "for we do not have all of it in stock";
      case PAYMENT_REFUSED -> "for the payment was refused";
      case CUSTOMER -> "as you wished";
      case TIMEOUT, COMPENSATED_EARLY, UNKNOWN -> "for it could not be completed";
    };
  }

  /** An amount in the currency's own unit. An unknown currency breaks the event, never the sum. */
  private static String amount(long minor, String currency) {
    var digits = Math.max(0, Currency.getInstance(currency).getDefaultFractionDigits());
    return BigDecimal.valueOf(minor, digits).toPlainString() + " " + currency;
  }

  /** Text of others as part of a line: it can neither end the line nor begin a header. */
  private static String line(String text) {
    return text.replaceAll("[\\p{Cc}\\u2028\\u2029]", " ");
  }
}
