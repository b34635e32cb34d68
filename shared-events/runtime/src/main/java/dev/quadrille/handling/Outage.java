package dev.quadrille.handling;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Trouble with the surroundings, which is met again and again, by several threads: the log hears of
 * it when it begins, seldom while it lasts, and when it is over.
 */
final class Outage {
  private static final Duration SELDOM = Duration.ofMinutes(5);

  private final Logger log;
  private final String who;
  private final LongSupplier nanoTime;
  private boolean lasts;
  private long began;
  private long told;
  private long met;

  /**
   * @param who meets it, as the log shall name him
   * @param nanoTime as {@link System#nanoTime}
   */
  Outage(Logger log, String who, LongSupplier nanoTime) {
    this.log = log;
    this.who = who;
    this.nanoTime = nanoTime;
  }

  /**
   * It was met; also if nothing is heard of it for longer than {@link #SELDOM} it has begun anew.
   *
   * @param what follows from that, and why
   * @param cause only where its words are known to be nobody's
   */
  synchronized void met(String what, @Nullable Throwable cause) {
    var now = nanoTime.getAsLong();
    if (!lasts || isOver(met, now)) {
      lasts = true;
      began = now;
      told = now;
      log.atWarn().setCause(cause).log("{} {}", who, what);
    } else if (since(told, now).compareTo(SELDOM) > 0) {
      told = now;
      log.warn("{} {}; for {} now", who, what, rounded(began, now));
    }
    met = now;
  }

  /** It is over, if it lasted. */
  synchronized void over() {
    if (lasts) {
      lasts = false;
      log.info("{} goes on after {}", who, rounded(began, nanoTime.getAsLong()));
    }
  }

  /** Whether so long a silence ends it. */
  static boolean isOver(long met, long now) {
    return since(met, now).compareTo(SELDOM) > 0;
  }

  private static Duration rounded(long then, long now) {
    return since(then, now).truncatedTo(ChronoUnit.MILLIS);
  }

  private static Duration since(long then, long now) {
    return Duration.ofNanos(now - then);
  }
}
