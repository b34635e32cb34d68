package dev.quadrille.cli.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.contracts.EventType;
import dev.quadrille.local.Participant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OwnFactsTest {
  private static final String ORDER = "01900000-0000-7000-8000-000000000001";

  @Test
  void takesWhatAnEventSaysOfMoneyAndGoods() {
    var reserved =
        OwnFacts.of(
            EventType.STOCK_RESERVED,
            Map.of(
                "orderId",
                ORDER,
                "lines",
                List.of(
                    Map.of("sku", "tea, green", "quantity", 2L),
                    Map.of("sku", "cup", "quantity", 1L),
                    Map.of("sku", "cup", "quantity", 1L))));
    assertThat(reserved.state()).isEqualTo(1);
    assertThat(reserved.goods()).isEqualTo("{\"cup\":2,\"tea, green\":2}");

    var debited =
        OwnFacts.of(
            EventType.ACCOUNT_DEBITED,
            Map.of("orderId", ORDER, "amountMinor", 500L, "currency", "EUR"));
    assertThat(debited.amountMinor()).isEqualTo(500);
    assertThat(debited.currency()).isEqualTo("EUR");
  }

  @Test
  void tellsApartHowAnOrderWasLetGo() {
    assertThat(closed(EventType.STOCK_RELEASED, "RELEASED")).isEqualTo(4);
    assertThat(closed(EventType.STOCK_RELEASED, "RESTOCKED")).isEqualTo(6);
    assertThat(closed(EventType.STOCK_RELEASED, "NOTHING_HELD")).isEqualTo(5);
    assertThat(closed(EventType.PAYMENT_REVERSED, "REVERSED")).isEqualTo(3);
    assertThat(closed(EventType.PAYMENT_REVERSED, "RESOLVED")).isEqualTo(3);
    assertThat(closed(EventType.PAYMENT_REVERSED, "NOTHING_HELD")).isEqualTo(4);
  }

  @Test
  void tellsApartWhatACustomerWasTold() {
    var sent = told(EventType.NOTIFICATION_SENT, "ORDER_CONFIRMED");
    var failed = told(EventType.NOTIFICATION_FAILED, "ORDER_CONFIRMED");

    assertThat(told(EventType.NOTIFICATION_SENT, "ORDER_REFUNDED").part())
        .isNotEqualTo(sent.part());
    assertThat(failed.part()).isEqualTo(sent.part());
    assertThat(failed.state()).isEqualTo(4);
    assertThat(sent.state()).isEqualTo(3);
    assertThat(sent.rank()).as("what was sent stays so").isGreaterThan(failed.rank());
  }

  private static Fact told(EventType type, String kind) {
    return OwnFacts.of(type, Map.of("orderId", ORDER, "kind", kind));
  }

  @Test
  void knowsWhoseFactsTheyAre() {
    assertThat(OwnFacts.types(Participant.ACCOUNT))
        .containsExactly(
            EventType.ACCOUNT_DEBITED, EventType.DEBIT_REJECTED, EventType.PAYMENT_REVERSED);
  }

  private static int closed(EventType type, String settlement) {
    return OwnFacts.of(type, Map.of("orderId", ORDER, "settlement", settlement, "amountMinor", 0L))
        .state();
  }
}
