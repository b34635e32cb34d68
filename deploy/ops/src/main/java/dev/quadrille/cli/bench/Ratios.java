package dev.quadrille.cli.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Figures of one run, compared.
 *
 * @param completedByRecord sagas completed a second, by those of one transaction an event
 * @param drainedByRecord the same for a backlog that is drained
 * @param completedBySql sagas completed a second, by what their statements alone reach
 * @param completedByFirst for each shape and each candidate, sagas completed a second by those of
 *     the first shape
 */
record Ratios(
    @Nullable Double completedByRecord,
    @Nullable Double drainedByRecord,
    @Nullable Double completedBySql,
    Map<String, Double> completedByFirst) {

  static Ratios of(SagaReport report) {
    var first = report.first();
    var record = report.record();
    var sql = report.sql();
    var others = new LinkedHashMap<String, Double>();
    Stream.of(report.shapes(), report.candidates())
        .forEach(
            measured ->
                measured.forEach(
                    (what, it) -> others.put(what, it.sagasPerSecond() / first.sagasPerSecond())));
    return new Ratios(
        record == null ? null : first.sagasPerSecond() / record.sagasPerSecond(),
        record == null ? null : drained(first.drain(), record.drain()),
        sql == null ? null : first.sagasPerSecond() / sql.sagasPerSecond(),
        others);
  }

  private static @Nullable Double drained(@Nullable Drain first, @Nullable Drain record) {
    return first == null || record == null ? null : record.seconds() / first.seconds();
  }
}
