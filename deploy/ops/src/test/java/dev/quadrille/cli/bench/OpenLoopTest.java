package dev.quadrille.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenLoopTest {
  private static final long MILLI = 1_000_000;

  private final Clockwork clock = new Clockwork();
  private final List<Long> meant = new ArrayList<>();

  @Test
  void arrivesEvenlyForAsLongAsItWasTold() {
    new OpenLoop(100, Duration.ofSeconds(2), clock).run(meant::add);
    assertThat(meant).hasSize(200).startsWith(0L, 10 * MILLI, 20 * MILLI);
    assertThat(clock.nanos()).isEqualTo(2_000 * MILLI);
  }

  @Test
  void countsWhatWaitsBehindAStallAsHavingWaited() {
    var late = new ArrayList<Long>();
    new OpenLoop(100, Duration.ofMillis(100), clock)
        .run(
            at -> {
              late.add((clock.nanos() - at) / MILLI);
              if (at == 20 * MILLI) {
                clock.waitUntil(clock.nanos() + 45 * MILLI);
              }
            });
    assertThat(late).containsExactly(0L, 0L, 0L, 35L, 25L, 15L, 5L, 0L, 0L, 0L);
  }

  @Test
  void arrivesAtLeastOnce() {
    new OpenLoop(0.1, Duration.ofSeconds(1), clock).run(meant::add);
    assertThat(meant).hasSize(1);
  }

  private static final class Clockwork implements Pace {
    private long now;

    @Override
    public long nanos() {
      return now;
    }

    @Override
    public void waitUntil(long nanos) {
      now = Math.max(now, nanos);
    }
  }
}
