package dev.quadrille.work;

import dev.quadrille.handling.Rounds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.context.SmartLifecycle;

/**
 * Does leased work for as long as the service is up: claims, and commits that; attempts; settles.
 * Whatever ends it in between leaves a claim that nobody begins again.
 *
 * @param <T> a claimed piece
 * @param <A> what became of it
 */
public final class LeasedWorker<T, A> implements SmartLifecycle {
  /** A service that stops waits for the round in hand. */
  private static final Duration ROUND = Duration.ofSeconds(1);

  private final LeasedWork<T, A> work;
  private final int batch;
  private final Duration lease;
  private final List<Rounds> threads;
  private final List<A> unsettled = new ArrayList<>();

  /**
   * @param name names its threads
   * @param pause between two looks for work
   * @param batch the most pieces that are claimed at once
   * @param lease how long a claim lasts; an attempt must end within half of it
   */
  public LeasedWorker(
      String name, LeasedWork<T, A> work, Duration pause, int batch, Duration lease) {
    this.work = work;
    this.batch = batch;
    this.lease = lease;
    this.threads =
        List.of(
            new Rounds(name, pause, this::round),
            new Rounds(name + "-expiry", lease.dividedBy(10), () -> work.giveUp(batch)));
  }

  /** Does batch after batch, and begins none after a second. For one thread. */
  public void round() {
    var begun = System.nanoTime();
    // What the database could not be told in the last round.
    settle();
    while (work.waiting() && batch() && within(ROUND, begun)) {}
  }

  @Override
  public void start() {
    threads.forEach(Rounds::start);
  }

  @Override
  public void stop() {
    threads.forEach(Rounds::stop);
  }

  @Override
  public boolean isRunning() {
    return threads.stream().anyMatch(Rounds::isRunning);
  }

  private boolean batch() {
    var begun = System.nanoTime();
    var claimed = work.claim(batch, lease);
    for (var piece : claimed) {
      unsettled.add(within(lease.dividedBy(2), begun) ? work.attempt(piece) : work.skip(piece));
    }
    settle();
    return !claimed.isEmpty();
  }

  private void settle() {
    if (!unsettled.isEmpty()) {
      work.settle(unsettled);
      unsettled.clear();
    }
  }

  private static boolean within(Duration limit, long begun) {
    return System.nanoTime() - begun < limit.toNanos();
  }
}
