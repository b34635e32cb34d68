package dev.quadrille.cli.bench;

import dev.quadrille.local.LocalSystem;
import dev.quadrille.local.Part;
import dev.quadrille.local.Participant;
import dev.quadrille.testkit.platform.Database;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads what a system has used so far: processor time by process and by kind of thread, and what
 * PostgreSQL counts.
 */
final class CostMeter {
  static final String LOAD = "load generator";
  private static final String DECODING = "PostgreSQL, decoding for the relays";
  private static final Set<String> SERVICE_LABELS =
      Arrays.stream(Participant.values())
          .map(Participant::label)
          .collect(Collectors.toUnmodifiableSet());
  private static final String SERVICES =
      SERVICE_LABELS.stream()
          .map(label -> "'" + label + "'")
          .collect(Collectors.joining(",", "(", ")"));
  private static final String COMMITS =
      "SELECT coalesce(sum(xact_commit), 0) FROM pg_stat_database WHERE datname IN " + SERVICES;
  private static final String STATEMENTS = sumOf("calls", "%");
  // Each batch of events begins by claiming them.
  private static final String CLAIM = "WITH wanted AS (SELECT * FROM unnest%";
  private static final String BATCHES = sumOf("calls", CLAIM);
  private static final String EVENTS = sumOf("rows", CLAIM);
  private static final String WAL = "SELECT pg_current_wal_lsn() - '0/0'::pg_lsn";

  private final LocalSystem system;
  private final Database postgres;

  CostMeter(LocalSystem system) {
    this.system = system;
    this.postgres = system.addresses().postgres();
  }

  /** What has been used until now. */
  Reading read() {
    return new Reading(cpuMillis(), threadMillis(), gcMillis(), counters());
  }

  private Map<String, Double> cpuMillis() {
    var millis = new LinkedHashMap<String, Double>();
    for (var part : system.parts()) {
      part.pid().ifPresent(pid -> add(part, pid, millis));
    }
    millis.put(LOAD, ProcessTimes.ofProcess(ProcessHandle.current().pid()));
    return millis;
  }

  private static void add(Part part, long pid, Map<String, Double> millis) {
    if (!part.label().equals(Part.POSTGRES)) {
      millis.put(part.label(), ProcessTimes.ofProcess(pid));
      return;
    }
    // A connection of PostgreSQL is a process, which says in its command line what it does.
    var decoding = ProcessTimes.ofChildren(pid, "walsender");
    millis.put(part.label(), ProcessTimes.ofFamily(pid) - decoding);
    millis.put(DECODING, decoding);
  }

  /** Of the four services together. */
  private Map<String, Double> threadMillis() {
    var millis = new LinkedHashMap<String, Double>();
    for (var part : system.parts()) {
      if (SERVICE_LABELS.contains(part.label())) {
        part.pid()
            .ifPresent(
                pid ->
                    ProcessTimes.ofThreads(pid)
                        .forEach((kind, used) -> millis.merge(kind.label(), used, Double::sum)));
      }
    }
    return millis;
  }

  private Map<String, Double> gcMillis() {
    var millis = new LinkedHashMap<String, Double>();
    for (var participant : Participant.values()) {
      var figures = Prometheus.of(system.addresses().url(participant));
      millis.put(participant.label(), 1_000 * figures.sum("jvm_gc_pause_seconds_sum"));
    }
    return millis;
  }

  private Counters counters() {
    return new Counters(
        asked(COMMITS), asked(STATEMENTS), asked(BATCHES), asked(EVENTS), asked(WAL));
  }

  private double asked(String sql) {
    return Double.parseDouble(postgres.ask(sql));
  }

  private static String sumOf(String column, String like) {
    return "SELECT coalesce(sum(s.%s), 0) FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid WHERE d.datname IN %s AND s.query LIKE '%s'"
        .formatted(column, SERVICES, like);
  }

  /**
   * What PostgreSQL has counted in the services' databases.
   *
   * @param statements calls as {@code pg_stat_statements} counts them, BEGIN and COMMIT included
   * @param batches of events
   * @param events in these
   * @param walBytes of the whole server
   */
  record Counters(
      double commits, double statements, double batches, double events, double walBytes) {}

  /**
   * What was used until a moment.
   *
   * @param cpuMillis by process
   * @param threadMillis what of it the services' threads have used, by what they work for
   * @param gcMillis pauses by service
   */
  record Reading(
      Map<String, Double> cpuMillis,
      Map<String, Double> threadMillis,
      Map<String, Double> gcMillis,
      Counters counters) {

    /**
     * What one saga has cost since an earlier reading.
     *
     * @param sagas how many there were
     */
    Cost since(Reading earlier, long sagas) {
      var each = (double) Math.max(1, sagas);
      var then = earlier.counters;
      return new Cost(
          difference(cpuMillis, earlier.cpuMillis, each),
          difference(threadMillis, earlier.threadMillis, each),
          difference(gcMillis, earlier.gcMillis, each),
          (counters.commits - then.commits) / each,
          (counters.statements - then.statements) / each,
          (counters.walBytes - then.walBytes) / each,
          (counters.events - then.events) / Math.max(1, counters.batches - then.batches));
    }

    private static Map<String, Double> difference(
        Map<String, Double> now, Map<String, Double> then, double each) {
      var difference = new LinkedHashMap<String, Double>();
      now.forEach(
          (what, value) -> difference.put(what, (value - then.getOrDefault(what, 0.0)) / each));
      return difference;
    }
  }
}
