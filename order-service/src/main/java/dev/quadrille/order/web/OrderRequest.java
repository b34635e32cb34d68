package dev.quadrille.order.web;

import dev.quadrille.order.domain.Line;
import dev.quadrille.order.domain.Terms;
import dev.quadrille.web.CurrencyCode;
import dev.quadrille.web.Text;
import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;

/** An order as it is sent. */
record OrderRequest(
    @Text String merchantOrderNo,
    @Text String customerId,
    @CurrencyCode String currency,
    @NotNull @Size(min = 1, max = 1_000) List<@NotNull @Valid LineRequest> lines) {

  Terms terms(String merchantId) {
    return new Terms(
        merchantId,
        merchantOrderNo,
        customerId,
        currency,
        lines.stream().map(LineRequest::line).toList());
  }

  @AssertTrue(message = "the total must be countable in minor units")
  boolean isTotalCountable() {
    if (lines == null || !lines.stream().allMatch(LineRequest::priced)) {
      return true;
    }
    try {
      return Terms.totalMinor(lines.stream().map(LineRequest::line).toList()) >= 0;
    } catch (ArithmeticException e) {
      return false;
    }
  }

  record LineRequest(
      @Text String sku, @NotNull @Min(1) Integer quantity, @NotNull @Min(0) Long unitPriceMinor) {

    private Line line() {
      return new Line(sku, quantity, unitPriceMinor);
    }

    private static boolean priced(LineRequest line) {
      return line != null && line.quantity != null && line.unitPriceMinor != null;
    }
  }
}
