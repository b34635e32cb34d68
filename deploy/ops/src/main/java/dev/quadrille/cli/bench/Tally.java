package dev.quadrille.cli.bench;

import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** What became of the orders of one trial. Times are those of {@link System#nanoTime}. */
final class Tally {
  private static final long LONGEST_MICROS = TimeUnit.MINUTES.toMicros(30);
  private static final int DIGITS = 3;

  private final Histogram post = new ConcurrentHistogram(LONGEST_MICROS, DIGITS);
  private final Histogram saga = new ConcurrentHistogram(LONGEST_MICROS, DIGITS);
  private final LongAdder arrived = new LongAdder();
  private final LongAdder accepted = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder confirmed = new LongAdder();
  private final LongAdder cancelled = new LongAdder();
  // The order that was accepted, or that ended, while the other is still to be heard of.
  private final Map<UUID, Long> halfKnown = new ConcurrentHashMap<>();
  private final Set<UUID> over = ConcurrentHashMap.newKeySet();
  private final Runnable whenOneLeaves;

  Tally() {
    this(() -> {});
  }

  /**
   * A tally that tells when an order is not in flight any more.
   *
   * @param whenOneLeaves called by whichever thread learns it
   */
  Tally(Runnable whenOneLeaves) {
    this.whenOneLeaves = whenOneLeaves;
  }

  void arrived() {
    arrived.increment();
  }

  /**
   * An order got its 202.
   *
   * @param meant when it was meant to be sent
   */
  void accepted(UUID order, long meant, long now) {
    accepted.increment();
    record(post, meant, now);
    var ended = halfKnown.putIfAbsent(order, meant);
    if (ended != null) {
      halfKnown.remove(order);
      record(saga, meant, ended);
    }
  }

  /** An order got another answer, or none. */
  void refused() {
    refused.increment();
    whenOneLeaves.run();
  }

  /**
   * A topic says that an order has ended; it may say so before the answer is here, and more than
   * once.
   */
  void ended(UUID order, Ending ending, long now) {
    if (!over.add(order)) {
      return;
    }
    (ending == Ending.CONFIRMED ? confirmed : cancelled).increment();
    var meant = halfKnown.putIfAbsent(order, now);
    if (meant != null) {
      halfKnown.remove(order);
      record(saga, meant, now);
    }
    whenOneLeaves.run();
  }

  long arrivals() {
    return arrived.sum();
  }

  long refusals() {
    return refused.sum();
  }

  /** How many have their answer, whichever. */
  long answered() {
    return accepted.sum() + refused.sum();
  }

  long confirmations() {
    return confirmed.sum();
  }

  long completed() {
    return confirmed.sum() + cancelled.sum();
  }

  /** How many were sent and have neither been refused nor ended. */
  long inFlight() {
    return arrivals() - refusals() - completed();
  }

  /** From the time at which an order was meant to be sent to its answer. */
  Latency post() {
    return Latency.of(post);
  }

  /** From the time at which an order was meant to be sent until a topic told how it ended. */
  Latency saga() {
    return Latency.of(saga);
  }

  private static void record(Histogram histogram, long from, long to) {
    var micros = TimeUnit.NANOSECONDS.toMicros(to - from);
    histogram.recordValue(Math.min(Math.max(0, micros), LONGEST_MICROS));
  }

  /** How an order ends. */
  enum Ending {
    CONFIRMED,
    CANCELLED
  }
}
