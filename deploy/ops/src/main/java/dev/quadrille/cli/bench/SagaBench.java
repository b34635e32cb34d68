package dev.quadrille.cli.bench;

import dev.quadrille.cli.connection.OpsApi;
import dev.quadrille.cli.connection.TargetSystem;
import dev.quadrille.contracts.Lane;
import dev.quadrille.local.LocalSystem;
import dev.quadrille.testkit.oracle.Finding;
import dev.quadrille.testkit.oracle.Oracle;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;

/** How many sagas a second a system completes, how long each takes and what it costs. */
public final class SagaBench {
  private static final Duration SETTLE = Duration.ofMinutes(2);
  private static final Duration FLOOR_LENGTH = Duration.ofSeconds(20);
  // A backlog may wait longer than a customer would.
  private static final String DEADLINE = "--quadrille.order.deadline=2h";

  private final SagaPlan plan;
  private final LocalSystem system;
  private final Narrator narrator;
  private final List<String> contradictions = new ArrayList<>();
  private boolean hasPast;

  /**
   * @param system not started yet
   * @param out where progress goes
   */
  public SagaBench(SagaPlan plan, LocalSystem system, PrintWriter out) {
    this.plan = plan;
    this.system = system;
    this.narrator = new Narrator(out);
  }

  /** Whether this machine can tell what processes use. */
  public static boolean isPossible() {
    return ProcessTimes.areKnown();
  }

  /** Starts the system, measures it and asks the oracle. */
  public SagaReport run() {
    var loadBefore = Machine.load();
    start();
    var machine = Machine.of(loadBefore, system.addresses().postgres());
    var target = TargetSystem.of(system.addresses(), system.tokens(), "");
    narrator.say("Filling shelves and accounts");
    new Stocking(new OpsApi(target)).of(plan.shapes());
    var shapes = new LinkedHashMap<String, Measurement>();
    plan.shapes().forEach(shape -> shapes.put(shape.label(), measure(shape, target)));
    var first = shapes.values().iterator().next();
    var candidates = new LinkedHashMap<String, Measurement>();
    for (var settings : plan.candidates()) {
      candidates.put(settings, candidate(settings, target, first.measured().rate()));
    }
    var record = plan.floors().contains(Floor.RECORD) ? record(target) : null;
    judge(target);
    var sql = plan.floors().contains(Floor.SQL) ? sql(first) : null;
    return new SagaReport(machine, shapes, candidates, record, sql, List.copyOf(contradictions));
  }

  private void start() {
    system
        .platform()
        .postgres()
        .with("shared_preload_libraries", "pg_stat_statements")
        .with("pg_stat_statements.max", "10000");
    system.configure(List.of(DEADLINE));
    system.start();
    system.addresses().postgres().execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
  }

  private Measurement measure(Shape shape, TargetSystem target) {
    narrator.say("Measuring %s", shape.label());
    if (shape == Shape.TEN_MILLION_ROWS && !hasPast) {
      judge(target);
      bePast();
    }
    var backlog = shape == plan.shapes().get(0) ? plan.backlog() : 0;
    return new Session(plan, shape, system, target, narrator).run(plan.pace().rate(), backlog);
  }

  private void bePast() {
    narrator.say("Putting %d rows into each large table", plan.rows());
    system.stopServices();
    new Ballast(system.addresses()).load(plan.rows());
    system.startServices();
    hasPast = true;
  }

  // Costs depend on the rate.
  private Measurement candidate(String settings, TargetSystem target, double rate) {
    narrator.say("Starting the services again, with %s", settings);
    startAgain(Stream.of(settings.split(",")).map(setting -> "--" + setting));
    return new Session(plan, plan.shapes().get(0), system, target, narrator).run(rate, 0);
  }

  private Measurement record(TargetSystem target) {
    narrator.say("Starting the services again, with one transaction an event");
    startAgain(
        Stream.of(Lane.values())
            .map(lane -> "--quadrille.handling.%s.batch=1".formatted(lane.label())));
    return new Session(plan, plan.shapes().get(0), system, target, narrator)
        .run(plan.pace().rate(), plan.backlog());
  }

  private void startAgain(Stream<String> settings) {
    system.stopServices();
    system.configure(Stream.concat(Stream.of(DEADLINE), settings).toList());
    system.startServices();
  }

  private SqlFloor.Result sql(Measurement batched) {
    var batch = (int) Math.max(1, Math.round(batched.eventsPerBatch()));
    narrator.say("Stopping the services and driving their statements at PostgreSQL, by %d", batch);
    system.stopServices();
    var postgres = system.platform().postgres().pid().orElseThrow();
    var result =
        new SqlFloor(system.addresses(), plan.shapes().get(0), postgres).run(batch, FLOOR_LENGTH);
    narrator.say("    %.0f sagas a second", result.sagasPerSecond());
    return result;
  }

  // What was before the first saga agrees with nothing, and would be compared row by row.
  private void judge(TargetSystem target) {
    narrator.say("Asking whether money, stock, orders, events and notifications agree");
    var oracle = new Oracle(target);
    findings(oracle)
        .forEach(finding -> contradictions.add(finding.check() + ": " + finding.what()));
  }

  private List<Finding> findings(Oracle oracle) {
    return hasPast ? oracle.backlog() : oracle.settled(SETTLE).findings();
  }
}
