package dev.quadrille.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ParkedSetTest {

  @Test
  void travelsAsAShortToken() {
    var set = set("order:12", "inventory:5", "inventory:3", "inventory:4", "inventory:9");
    var token = set.token("retry");
    assertThat(token).matches("order:12\\+inventory:3-5,9#[0-9a-f]{8}");
    assertThat(ParkedSet.of(token, "retry")).isEqualTo(set);
  }

  @Test
  void isTheSameInWhateverOrderItWasSeen() {
    assertThat(set("order:2", "order:1", "order:2").token("retry"))
        .isEqualTo(set("order:1", "order:2").token("retry"));
  }

  @Test
  void isGoodForOneActionOnly() {
    var token = set("order:1").token("retry");
    assertThatThrownBy(() -> ParkedSet.of(token, "discard"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void cannotBeMadeLargerByHand() {
    var token = set("order:1").token("retry");
    for (var other : List.of(token.replace("1#", "1-9#"), "order:1", "", "#", "order:1#")) {
      assertThatThrownBy(() -> ParkedSet.of(other, "retry"))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void consistsOfNamesOfParkedEvents() {
    for (var name : List.of("order", "order:", "order:x", "shop:1", "order:-1")) {
      assertThatThrownBy(() -> ParkedNumber.parse(name))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static ParkedSet set(String... names) {
    return new ParkedSet(Stream.of(names).map(ParkedNumber::parse).toList());
  }
}
