package dev.quadrille.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EventTypeTest {
  private static final Path SCHEMAS = Path.of("src/main/avro");
  private static final Path README = Path.of("README.md");

  @Test
  void listsEverySchemaOnce() throws IOException {
    try (var files = Files.list(SCHEMAS)) {
      var named =
          files
              .filter(Files::isRegularFile)
              .map(file -> file.getFileName().toString().replace(".avsc", ""))
              .map(name -> "dev.quadrille.contracts." + name);

      assertThat(types().map(EventType::wireName))
          .containsExactlyInAnyOrderElementsOf(named::iterator);
    }
  }

  @Test
  void travelsSevenTopics() {
    assertThat(types().map(EventType::topic).distinct())
        .containsExactlyInAnyOrder(
            "order.events",
            "order.compensations",
            "reservation.events",
            "reservation.compensations",
            "payment.events",
            "payment.compensations",
            "notification.events");
  }

  @ParameterizedTest
  @EnumSource
  void isFoundByItsNameAndByItsClass(EventType type) {
    assertThat(EventType.named(type.wireName())).contains(type);
    assertThat(EventType.of(type.record())).isEqualTo(type);
    assertThat(type.wireName()).isEqualTo(type.record().getName());
    assertThat(type.subject()).isEqualTo(type.topic() + "-" + type.record().getName());
  }

  @Test
  void knowsTheOrderOfAnEvent() {
    var order = UUID.fromString("018f4e6a-0000-7000-8000-000000000001");
    var event = Events.orderPlaced().setOrderId(order).build();

    assertThat(EventType.of(event).orderId(event)).isEqualTo(order);
  }

  @Test
  void knowsNoOtherName() {
    assertThat(EventType.named("dev.quadrille.contracts.OrderLine")).isEmpty();
    assertThat(EventType.named("OrderPlaced")).isEmpty();
  }

  @Test
  void refusesARecordThatIsNoEvent() {
    assertThatThrownBy(() -> EventType.of(OrderLine.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("OrderLine");
  }

  @Test
  void standsInTheReadmeAsItIs() throws IOException {
    assertThat(Files.readString(README)).as("the catalogue in %s", README).contains(table());
  }

  private static String table() {
    var table = new StringBuilder("| event | lane | topic | says |\n|---|---|---|---|\n");
    types()
        .forEach(
            type ->
                table.append(
                    "| `%s` | %s | `%s` | %s |\n"
                        .formatted(
                            type.record().getSimpleName(),
                            type.lane().label(),
                            type.topic(),
                            type.schema().getDoc())));
    return table.toString();
  }

  private static Stream<EventType> types() {
    return Arrays.stream(EventType.values());
  }
}
