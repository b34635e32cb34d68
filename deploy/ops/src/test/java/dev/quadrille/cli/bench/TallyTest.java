package dev.quadrille.cli.bench;

import static dev.quadrille.cli.bench.Tally.Ending.CANCELLED;
import static dev.quadrille.cli.bench.Tally.Ending.CONFIRMED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TallyTest {
  private static final UUID ORDER = new UUID(0, 1);
  private static final UUID ANOTHER = new UUID(0, 2);
  private static final long MILLI = 1_000_000;

  private final AtomicInteger left = new AtomicInteger();
  private final Tally tally = new Tally(left::incrementAndGet);

  @Test
  void measuresFromTheTimeThatWasMeant() {
    tally.arrived();
    tally.accepted(ORDER, 0, 30 * MILLI);
    tally.ended(ORDER, CONFIRMED, 80 * MILLI);
    assertThat(tally.post().max()).isCloseTo(30, within(0.1));
    assertThat(tally.saga().max()).isCloseTo(80, within(0.1));
  }

  @Test
  void measuresTheSameWhenTheTopicIsQuickerThanTheAnswer() {
    tally.arrived();
    tally.ended(ORDER, CONFIRMED, 80 * MILLI);
    tally.accepted(ORDER, 0, 90 * MILLI);
    assertThat(tally.saga().max()).isCloseTo(80, within(0.1));
  }

  @Test
  void countsAnEndingOnceHoweverOftenItIsTold() {
    tally.arrived();
    tally.accepted(ORDER, 0, MILLI);
    tally.ended(ORDER, CONFIRMED, 2 * MILLI);
    tally.ended(ORDER, CONFIRMED, 9 * MILLI);
    assertThat(tally.completed()).isEqualTo(1);
    assertThat(tally.saga().max()).isCloseTo(2, within(0.1));
  }

  @Test
  void countsWhatIsInFlight() {
    for (var i = 0; i < 4; i++) {
      tally.arrived();
    }
    tally.accepted(ORDER, 0, MILLI);
    tally.refused();
    tally.ended(ORDER, CONFIRMED, MILLI);
    tally.ended(ANOTHER, CANCELLED, MILLI);
    assertThat(tally.inFlight()).isEqualTo(1);
    assertThat(tally.completed()).isEqualTo(2);
    assertThat(tally.confirmations()).isEqualTo(1);
    assertThat(left).hasValue(3);
  }
}
