package dev.quadrille.cli.bench;

import static java.util.Objects.requireNonNull;

import dev.quadrille.cli.connection.OpsApi;
import dev.quadrille.cli.connection.TargetSystem;
import dev.quadrille.local.LocalSystem;
import dev.quadrille.local.Participant;
import dev.quadrille.testkit.platform.Database;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Measures the services as they run now: warms them up, finds their highest rate, takes half. */
final class Session {
  private static final Duration WINDOW = Duration.ofSeconds(15);
  private static final Duration TOKENS_LAST = Duration.ofHours(12);
  private static final long SEED = 7;

  private final SagaPlan plan;
  private final LocalSystem system;
  private final TargetSystem target;
  private final Narrator narrator;
  private final Shop shop;

  Session(SagaPlan plan, Shape shape, LocalSystem system, TargetSystem target, Narrator narrator) {
    this.plan = plan;
    this.system = system;
    this.target = target;
    this.narrator = narrator;
    this.shop = new Shop(shape, SEED);
  }

  /**
   * @param at arrivals a second to measure at; null for half of the highest rate
   * @param backlog how many orders are placed to be drained; 0 for none
   */
  Measurement run(@Nullable Double at, int backlog) {
    var client =
        new OrderClient(
            system.addresses().url(Participant.ORDER),
            system.tokens().merchant(Shop.MERCHANT, TOKENS_LAST));
    try (var topics = TopicWatch.begin(target.kafka())) {
      return measure(
          new Load(target, client, topics, new CostMeter(system), narrator), at, backlog);
    }
  }

  private Measurement measure(Load load, @Nullable Double at, int backlog) {
    var warmUp = warmUp(load);
    var search = new ArrayList<Trial>();
    var highest = plan.pace().rate() == null ? search(load, warmUp, search) : null;
    // If nothing is sustained, the lowest that was tried comes nearest to it.
    var found = highest != null ? highest : search.isEmpty() ? null : search.get(search.size() - 1);
    var rate = at != null ? at : requireNonNull(found).rate() / 2;
    narrator.say("Measuring %.0f sagas a second for %d s", rate, plan.pace().length().toSeconds());
    StatementCost.reset(server());
    var measured = load.hold(shop, rate, plan.pace().length());
    var statements = StatementCost.dearest(server(), measured.arrivals());
    var drain = backlog == 0 ? null : drain(load, backlog);
    return new Measurement(warmUp, search, highest, measured, statements, drain);
  }

  private Database server() {
    return system.addresses().postgres();
  }

  private Drain drain(Load load, int backlog) {
    var lane = new HeldLane(new OpsApi(target));
    var tally = new Tally();
    narrator.say("Placing %d orders while inventory holds its lane", backlog);
    lane.hold();
    load.placeAll(shop, backlog, tally);
    var begun = System.nanoTime();
    lane.letGo();
    load.awaitRest(tally);
    var drain = new Drain(backlog, (System.nanoTime() - begun) / 1e9);
    narrator.say("    drained in %.1f s", drain.seconds());
    return drain;
  }

  private List<Load.FullWindow> warmUp(Load load) {
    var windows = new ArrayList<Load.FullWindow>();
    var decision = new WarmUp();
    narrator.say(
        "Warming up under full load, until %d windows of %d s in a row are not %.0f %% cheaper than"
            + " the best before and compilers use %.0f %% of the services' time, for %d s at most",
        WarmUp.PATIENCE,
        WINDOW.toSeconds(),
        100 * WarmUp.BETTER,
        100 * WarmUp.COMPILING,
        plan.pace().longestWarmUp().toSeconds());
    var most = plan.pace().longestWarmUp().toSeconds() / WINDOW.toSeconds();
    while (windows.size() < most && !decision.isOver()) {
      var window = load.full(shop, WINDOW);
      windows.add(window);
      decision.add(window.cpuMillis(), window.compiling());
      narrator.say(
          "    %3.0f sagas a second, %.1f ms of processor each, %2.0f %% of the services' to compile",
          window.rate(), window.cpuMillis(), 100 * window.compiling());
    }
    narrator.say(decision.isOver() ? "It is warm" : "The time for warming up is over");
    return windows;
  }

  private @Nullable Trial search(Load load, List<Load.FullWindow> warmUp, List<Trial> trials) {
    var search = new RateSearch(firstRate(warmUp));
    Trial highest = null;
    var end = System.nanoTime() + plan.pace().longestSearch().toNanos();
    for (var next = search.next();
        next.isPresent() && (trials.isEmpty() || System.nanoTime() < end);
        next = search.next()) {
      narrator.say("Trying %.0f sagas a second", next.getAsDouble());
      var trial = load.hold(shop, next.getAsDouble(), plan.pace().trial());
      trials.add(trial);
      search.tried(trial.rate(), trial.isSustained());
      narrator.say(
          "    %.0f a second ended, in flight %d, then %d: %s",
          trial.completedPerSecond(),
          trial.halfway().inFlight(),
          trial.atEnd().inFlight(),
          trial.isSustained() ? "sustained" : "too much");
      if (trial.isSustained() && (highest == null || trial.rate() > highest.rate())) {
        highest = trial;
      }
    }
    return highest;
  }

  // What it did under full load, or a guess.
  private static double firstRate(List<Load.FullWindow> warmUp) {
    return warmUp.isEmpty() ? 50 : warmUp.get(warmUp.size() - 1).rate();
  }
}
