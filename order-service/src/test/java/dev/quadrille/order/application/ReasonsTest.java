package dev.quadrille.order.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.contracts.CancellationReason;
import dev.quadrille.contracts.RefundReason;
import dev.quadrille.order.domain.Reason;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Reasons are told by their names. */
class ReasonsTest {

  @Test
  void canBeToldToTheOthers() {
    assertThat(names(CancellationReason.values())).containsAll(names(Reason.values()));
    assertThat(names(RefundReason.values()))
        .contains(Reason.CUSTOMER.name(), Reason.COMPENSATED_EARLY.name());
  }

  private static List<String> names(Enum<?>[] values) {
    return Stream.of(values).map(Enum::name).toList();
  }
}
