package dev.quadrille.contracts;

import static dev.quadrille.contracts.EventRules.violation;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

// case S7: the same bad values that HTTP refuses, on a topic
class EventRulesTest {
  @Test
  void findsNothingInAGoodEvent() {
    assertThat(violation(Events.orderPlaced().build())).isEmpty();
    assertThat(violation(Events.stockReserved().build())).isEmpty();
    assertThat(violation(Events.paymentReversed().build())).isEmpty();
    assertThat(violation(Events.paymentReversed().setCurrency("EUR").build())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
  void refusesLessThanOneUnit(int quantity) {
    var order =
        Events.orderPlaced().setLines(List.of(new OrderLine("tea", quantity, 250L))).build();

    assertThat(violation(order)).contains("lines: quantity: is less than 1");
  }

  @Test
  void refusesABadLineBehindGoodOnes() {
    var lines = List.of(new ReservedLine("tea", 2L), new ReservedLine("pot", 0L));

    assertThat(violation(Events.stockReserved().setLines(lines).build()))
        .contains("lines: quantity: is less than 1");
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MIN_VALUE})
  void refusesNegativeMoney(long amount) {
    assertThat(violation(Events.paymentReversed().setAmountMinor(amount).build()))
        .contains("amountMinor: is less than 0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "EU", "eur", "EURO", "EUR\n", "ÄÖÜ"})
  void refusesWhatIsNoCurrencyCode(String currency) {
    assertThat(violation(Events.orderPlaced().setCurrency(currency).build()))
        .contains("currency: does not match [A-Z]{3}");
  }

  @Test
  void limitsTexts() {
    assertThat(violation(Events.orderPlaced().setCustomerId("x".repeat(255)).build())).isEmpty();
    assertThat(violation(Events.orderPlaced().setCustomerId("a\nb").build())).isEmpty();
    assertThat(violation(Events.orderPlaced().setCustomerId("x".repeat(256)).build()))
        .hasValueSatisfying(rule -> assertThat(rule).startsWith("customerId: does not match"));
    assertThat(violation(Events.orderPlaced().setCustomerId("").build())).isPresent();
  }

  @Test
  void refusesAnOrderWithoutLines() {
    assertThat(violation(Events.orderPlaced().setLines(List.of()).build()))
        .contains("lines: has fewer than 1 items");
  }

  @ParameterizedTest
  @ValueSource(longs = {999, 1001, 0})
  void refusesATotalThatIsNotTheSum(long total) {
    assertThat(violation(Events.orderPlaced().setTotalMinor(total).build()))
        .contains("totalMinor: is not the sum of its lines");
  }

  @Test
  void refusesASumThatOverflows() {
    var lines = List.of(new OrderLine("tea", 2, Long.MAX_VALUE), new OrderLine("pot", 1, 2L));

    assertThat(violation(Events.orderPlaced().setLines(lines).setTotalMinor(0).build()))
        .contains("totalMinor: is not the sum of its lines");
  }

  @Test
  void refusesWhatIsMissing() {
    var event = new StockCommitted(null, Instant.EPOCH);

    assertThat(violation(event)).contains("orderId: is missing");
  }

  @Test
  void neverQuotesTheValue() {
    assertThat(violation(Events.orderPlaced().setCurrency("jane@example.org").build()))
        .hasValueSatisfying(rule -> assertThat(rule).doesNotContain("jane"));
  }
}
