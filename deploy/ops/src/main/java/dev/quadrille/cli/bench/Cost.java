package dev.quadrille.cli.bench;

import java.util.Map;

/**
 * What one saga costs.
 *
 * @param cpuMillis processor time by process, the load generator's included
 * @param threadMillis what of it the four services used together, by what their threads work for
 * @param gcMillis pauses for garbage collection by service
 * @param commits of the services' databases
 * @param statements as {@code pg_stat_statements} counts calls, BEGIN and COMMIT included
 * @param walBytes of the whole server
 * @param eventsPerBatch how many events a transaction of a consumer handled
 */
record Cost(
    Map<String, Double> cpuMillis,
    Map<String, Double> threadMillis,
    Map<String, Double> gcMillis,
    double commits,
    double statements,
    double walBytes,
    double eventsPerBatch) {

  /** Which share of the services' processor time their JVMs' compilers use. */
  double compiling() {
    var all = threadMillis.values().stream().mapToDouble(Double::doubleValue).sum();
    var compilers = threadMillis.getOrDefault(ThreadKind.COMPILERS.label(), 0.0);
    // A compiler's thread that ends takes its time along.
    return all <= 0 ? 0 : Math.max(0, compilers / all);
  }

  /** Processor time of all that is measured, without the load generator. */
  double systemCpuMillis() {
    return cpuMillis.entrySet().stream()
        .filter(process -> !process.getKey().equals(CostMeter.LOAD))
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }
}
