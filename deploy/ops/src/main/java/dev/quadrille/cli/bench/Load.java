package dev.quadrille.cli.bench;

import dev.quadrille.testkit.oracle.Target;
import dev.quadrille.testkit.platform.Waiting;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Puts load on a system and measures what comes of it. */
final class Load {
  private static final Duration UNTIL_ALL_HAVE_ENDED = Duration.ofMinutes(10);
  private static final long BETWEEN_WORDS = TimeUnit.SECONDS.toNanos(5);
  // Enough to fill every batch, and few enough to answer within a second.
  private static final int FULL = 256;

  private final Target target;
  private final OrderClient client;
  private final TopicWatch topics;
  private final CostMeter meter;
  private final Narrator narrator;

  Load(Target target, OrderClient client, TopicWatch topics, CostMeter meter, Narrator narrator) {
    this.target = target;
    this.client = client;
    this.topics = topics;
    this.meter = meter;
    this.narrator = narrator;
  }

  /** Holds a rate for a while, waits for what is in flight and tells what came of it. */
  Trial hold(Shop shop, double rate, Duration length) {
    var tally = new Tally();
    var samples = new LagSamples();
    topics.tell(tally, samples);
    var loop = new OpenLoop(rate, length, Pace.REAL);
    var look = new Look(tally, loop.arrivals() / 2);
    var before = meter.read();
    loop.run(
        meant -> {
          client.place(shop.next(), meant, tally);
          look.glance();
        });
    var atEnd = look.now();
    awaitRest(tally);
    return new Trial(
        rate,
        length.toMillis() / 1_000.0,
        tally.arrivals(),
        tally.refusals(),
        tally.confirmations(),
        look.halfway,
        atEnd,
        tally.post(),
        tally.saga(),
        samples.outboxToTopic(),
        samples.topicToHandled(target),
        meter.read().since(before, tally.completed()));
  }

  /**
   * Keeps as many sagas in flight as fill every batch, as fast as they end.
   *
   * @return how many ended a second, and what each cost
   */
  FullWindow full(Shop shop, Duration length) {
    var free = new Semaphore(FULL);
    var tally = new Tally(free::release);
    topics.tell(tally, new LagSamples());
    var before = meter.read();
    var begun = System.nanoTime();
    while (System.nanoTime() - begun < length.toNanos()) {
      free.acquireUninterruptibly();
      client.place(shop.next(), System.nanoTime(), tally);
    }
    var seconds = (System.nanoTime() - begun) / 1e9;
    var completed = tally.completed();
    awaitRest(tally);
    var cost = meter.read().since(before, tally.completed());
    return new FullWindow(
        completed / seconds, cost.systemCpuMillis(), cost.compiling(), cost.eventsPerBatch());
  }

  /**
   * Places orders as fast as they are accepted, at a bounded number of requests at a time, and
   * returns when all are. None may end meanwhile.
   */
  void placeAll(Shop shop, int orders, Tally tally) {
    topics.tell(tally, new LagSamples());
    for (var number = 0; number < orders; number++) {
      client.place(shop.next(), System.nanoTime(), tally);
      while (tally.arrivals() - tally.answered() >= FULL / 4) {
        Pace.REAL.waitUntil(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1));
      }
    }
    Waiting.until(
        () -> tally.answered() == orders,
        UNTIL_ALL_HAVE_ENDED,
        () -> "only %d of %d orders were answered".formatted(tally.answered(), orders));
  }

  /** Returns when nothing is in flight. */
  void awaitRest(Tally tally) {
    Waiting.until(
        () -> tally.inFlight() <= 0,
        UNTIL_ALL_HAVE_ENDED,
        () -> tally.inFlight() + " sagas do not end");
  }

  /**
   * A while under full load.
   *
   * @param rate sagas that ended a second
   * @param cpuMillis what each cost, without the load generator
   * @param compiling which share of the services' processor time their JVMs' compilers used
   * @param eventsPerBatch how many events a transaction of a consumer handled
   */
  record FullWindow(double rate, double cpuMillis, double compiling, double eventsPerBatch) {}

  /** Looks at the sagas in flight from the thread that sends them. */
  private final class Look {
    private final Tally tally;
    private final long half;
    private Trial.Standing halfway = new Trial.Standing(0, 0);
    private long nextWord = System.nanoTime() + BETWEEN_WORDS;

    Look(Tally tally, long half) {
      this.tally = tally;
      this.half = half;
    }

    Trial.Standing now() {
      return new Trial.Standing(tally.completed(), tally.inFlight());
    }

    void glance() {
      if (tally.arrivals() == half) {
        halfway = now();
      }
      if (System.nanoTime() > nextWord) {
        nextWord += BETWEEN_WORDS;
        narrator.say(
            "    %d sent, %d ended, %d in flight",
            tally.arrivals(), tally.completed(), tally.inFlight());
      }
    }
  }
}
