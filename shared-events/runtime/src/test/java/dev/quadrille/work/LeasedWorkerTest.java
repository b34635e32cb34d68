package dev.quadrille.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class LeasedWorkerTest {
  private static final Duration LEASE = Duration.ofMinutes(2);

  private final Chores work = new Chores("a", "b", "c");

  @Test
  void attemptsWhatItHasClaimedAndSettlesBatchByBatch() {
    worker(LEASE).round();

    assertThat(work.notes)
        .containsExactly("claim a b", "do a", "do b", "settle a b", "claim c", "do c", "settle c");
  }

  @Test
  void claimsNothingWhileThereIsNoChanceToDoIt() {
    work.closed = true;
    worker(LEASE).round();

    assertThat(work.notes).isEmpty();
  }

  @Test
  void beginsNothingInTheSecondHalfOfALease() {
    worker(Duration.ZERO).round();

    assertThat(work.notes)
        .containsExactly("claim a b", "settle late-a late-b", "claim c", "settle late-c");
  }

  @Test
  void settlesInTheNextRoundWhatCouldNotBeNoted() {
    var worker = worker(LEASE);
    work.away = true;
    assertThatThrownBy(worker::round).isInstanceOf(IllegalStateException.class);
    work.away = false;
    worker.round();

    assertThat(work.notes)
        .containsExactly("claim a b", "do a", "do b", "settle a b", "claim c", "do c", "settle c");
  }

  private LeasedWorker<?, ?> worker(Duration lease) {
    return new LeasedWorker<>("test", work, Duration.ofMillis(100), 2, lease);
  }

  /** Pieces of work that say what happens to them. */
  private static final class Chores implements LeasedWork<String, String> {
    private final Queue<String> pieces;
    private final List<String> notes = new ArrayList<>();
    private boolean closed;
    private boolean away;

    private Chores(String... pieces) {
      this.pieces = new ArrayDeque<>(List.of(pieces));
    }

    @Override
    public boolean waiting() {
      return !closed && !pieces.isEmpty();
    }

    @Override
    public List<String> claim(int most, Duration lease) {
      var claimed = new ArrayList<String>();
      while (claimed.size() < most && !pieces.isEmpty()) {
        claimed.add(pieces.remove());
      }
      notes.add("claim " + String.join(" ", claimed));
      return claimed;
    }

    @Override
    public String attempt(String piece) {
      notes.add("do " + piece);
      return piece;
    }

    @Override
    public String skip(String piece) {
      return "late-" + piece;
    }

    @Override
    public void settle(List<String> attempts) {
      if (away) {
        throw new IllegalStateException("the database is away");
      }
      notes.add("settle " + String.join(" ", attempts));
    }

    @Override
    public void giveUp(int most) {
      notes.add("give up");
    }
  }
}
