package dev.quadrille.cli.inject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quadrille.cli.inject.FaultKind.Manner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultPlanTest {
  @TempDir private Path directory;

  @Test
  void saysWhatGoesWrongAndForHowLong() {
    var plan =
        read(
            """
            seed: 42
            seconds: 30
            faults:
              - {fault: drop, share: 0.1, types: [StockReserved, OrderPlaced]}
              - {fault: duplicate, how: new-id, times: 3}
              - {fault: early-compensation, millis: 2000}
              - {fault: corrupt}
            """);

    assertThat(plan.seed()).isEqualTo(42);
    assertThat(plan.seconds()).isEqualTo(30);
    assertThat(plan.faults())
        .extracting(Fault::label)
        .containsExactly("drop", "duplicate new-id", "early-compensation", "corrupt bytes");
    assertThat(plan.faults().get(0))
        .returns(0.1, Fault::share)
        .returns(Set.of("StockReserved", "OrderPlaced"), Fault::types);
    assertThat(plan.faults().get(1))
        .returns(Manner.NEW_ID, Fault::how)
        .returns(3, Fault::times)
        .returns(1.0, Fault::share);
  }

  @Test
  void saysInOneLineWhatMakesNoSense() {
    thenRefuses("seed: 1", "is wrong at '': a plan names at least one fault");
    thenRefuses("faults: [{fault: sabotage}]", "'sabotage' is no fault");
    thenRefuses("faults: [{fault: corrupt, share: 2}]", "corrupt needs a share above 0");
    thenRefuses("faults: [{fault: corrupt, how: same-id}]", "corrupt is not done like that");
    thenRefuses("faults: [{fault: corrupt, type: X}]", "says 'faults.0.type', which nobody knows");
    thenRefuses("faults: [{fault: corrupt, types: [X]}]", "names a type that nobody knows");
    thenRefuses("faults: [{fault: drop}]", "say for how many seconds");
    thenRefuses("seconds: 5\nfaults: [{fault: drop, times: 2}]", "drop happens once to an event");
    thenRefuses(
        "seconds: 5\nfaults: [{fault: early-compensation, types: [OrderPlaced]}]",
        "early-compensation is done to orders, whatever their events");
    thenRefuses(
        "seconds: 5\nfaults: [{fault: early-compensation}, {fault: early-compensation}]",
        "a plan holds lanes once");
  }

  private void thenRefuses(String yaml, String message) {
    assertThatThrownBy(() -> read(yaml))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message)
        .message()
        .doesNotContain("\n");
  }

  private FaultPlan read(String yaml) {
    try {
      return FaultPlan.read(Files.writeString(directory.resolve("plan.yml"), yaml));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
