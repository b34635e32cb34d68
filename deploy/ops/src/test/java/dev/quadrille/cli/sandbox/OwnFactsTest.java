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
                        Map.of("sku", "cup", "quantity", 1L))))
            .orElseThrow();
    assertThat(reserved.state()).isEqualTo(1);
    assertThat(reserved.goods()).isEqualTo("{\"cup\":2,\"tea, green\":2}");

    var debited =
        OwnFacts.of(
                EventType.ACCOUNT_DEBITED,
                Map.of("orderId", ORDER, "amountMinor", 500L, "currency", "EUR"))
            .orElseThrow();
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
  void knowsWhoseFactsTheyAre() {
    assertThat(OwnFacts.types(Participant.ACCOUNT))
        .containsExactly(
            EventType.ACCOUNT_DEBITED, EventType.DEBIT_REJECTED, EventType.PAYMENT_REVERSED);
  }

  private static int closed(EventType type, String settlement) {
    return OwnFacts.of(type, Map.of("orderId", ORDER, "settlement", settlement, "amountMinor", 0L))
        .orElseThrow()
        .state();
  }
}
