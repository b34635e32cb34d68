package dev.quadrille.cli.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A {@link SagaReport} for people, as tables in Markdown. */
final class SagaTable {
  private final SagaReport report;
  private final List<String> lines = new ArrayList<>();

  SagaTable(SagaReport report) {
    this.report = report;
  }

  /** The lines. */
  List<String> lines() {
    machine();
    rates();
    latencies();
    cost();
    statements();
    comparison();
    candidates();
    verdict();
    return lines;
  }

  private void machine() {
    var machine = report.machine();
    line("");
    line(
        "%d processors, load %.1f before; Java %s; PostgreSQL %s",
        machine.processors(),
        machine.loadBefore(),
        machine.java(),
        each(machine.postgres(), "%s %s"));
    line("");
  }

  private void rates() {
    line("| %s | sagas/s | CPU ms a saga |", report.shapes().keySet().iterator().next());
    line("|---|---|---|");
    var first = report.first();
    first.warmUp().forEach(it -> rate("full load, warming up", it.rate(), it.cpuMillis()));
    first.search().forEach(trial -> rate(sentence(trial), trial));
    rate("**" + sentence(first.measured()) + ", measured**", first.measured());
    line("");
  }

  private static String sentence(Trial trial) {
    return String.format(
        Locale.ROOT, "%.0f arrive%s", trial.rate(), trial.isSustained() ? "" : ", too much");
  }

  private void rate(String what, Trial trial) {
    rate(what, trial.completedPerSecond(), trial.cost().systemCpuMillis());
  }

  private void rate(String what, double rate, double cpuMillis) {
    line("| %s | %.0f | %.1f |", what, rate, cpuMillis);
  }

  private void latencies() {
    var trial = report.first().measured();
    line("| ms at %.0f sagas/s | p50 | p99 | p99.9 | max |", trial.rate());
    line("|---|---|---|---|---|");
    latency("POST to answer", trial.post());
    latency("POST to terminal", trial.saga());
    latency("outbox to topic", trial.outboxToTopic());
    latency("topic to handled (OrderPlaced)", trial.topicToHandled());
    line("");
  }

  private void latency(String what, Latency it) {
    line("| %s | %.1f | %.1f | %.1f | %.1f |", what, it.p50(), it.p99(), it.p999(), it.max());
  }

  private void cost() {
    var cost = report.first().measured().cost();
    line("| a saga costs | |");
    line("|---|---|");
    line("| CPU ms | **%.2f** |", cost.systemCpuMillis());
    cost.cpuMillis().forEach((process, millis) -> line("| CPU ms, %s | %.2f |", process, millis));
    cost.threadMillis()
        .forEach((kind, millis) -> line("| CPU ms, services: %s | %.2f |", kind, millis));
    line("| GC pause ms | %s |", each(cost.gcMillis(), "%s %.2f"));
    line("| commits | %.1f |", cost.commits());
    line("| SQL statements | %.1f |", cost.statements());
    line("| events a batch | %.1f |", cost.eventsPerBatch());
    line("| WAL bytes | %.0f |", cost.walBytes());
    line("");
  }

  private void statements() {
    line("| dearest statements | calls a saga | ms a saga |");
    line("|---|---|---|");
    report
        .first()
        .statements()
        .forEach(
            it ->
                line(
                    "| %s: `%s` | %.2f | %.3f |",
                    it.database(), it.text(), it.calls(), it.millis()));
    line("");
  }

  private void comparison() {
    var ratios = report.ratios();
    line("| | completed sagas/s | CPU ms a saga | backlog | ratio, completed | ratio, drained |");
    line("|---|---|---|---|---|---|");
    Stream.of(report.shapes(), report.candidates())
        .forEach(
            measured ->
                measured.forEach(
                    (what, it) -> compared(what, it, ratios.completedByFirst().get(what), null)));
    var record = report.record();
    if (record != null) {
      compared(
          "one transaction an event", record, ratios.completedByRecord(), ratios.drainedByRecord());
    }
    var sql = report.sql();
    if (sql != null) {
      line(
          "| SQL alone, by %d on %d connections | %.0f | %.1f | | %s | |",
          sql.batch(),
          sql.workers(),
          sql.sagasPerSecond(),
          sql.cpuMillis(),
          ratio(ratios.completedBySql()));
    }
    line("");
  }

  private void candidates() {
    if (report.candidates().isEmpty()) {
      return;
    }
    line(
        "| at one rate | outbox to topic, p50 | p99 | POST to terminal, p50 | p99 | statements | CPU ms |");
    line("|---|---|---|---|---|---|---|");
    candidate("as it is", report.first().measured());
    report.candidates().forEach((settings, it) -> candidate(settings, it.measured()));
    line("");
  }

  private void candidate(String settings, Trial trial) {
    var topic = trial.outboxToTopic();
    var saga = trial.saga();
    var cost = trial.cost();
    line(
        "| %s, at %.0f sagas/s | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f |",
        settings,
        trial.rate(),
        topic.p50(),
        topic.p99(),
        saga.p50(),
        saga.p99(),
        cost.statements(),
        cost.systemCpuMillis());
  }

  private void compared(
      String what, Measurement it, @Nullable Double completed, @Nullable Double drained) {
    line(
        "| %s | %.0f | %.1f | %s | %s | %s |",
        what,
        it.sagasPerSecond(),
        it.measured().cost().systemCpuMillis(),
        backlog(it.drain()),
        ratio(completed),
        ratio(drained));
  }

  private static String backlog(@Nullable Drain drain) {
    return drain == null
        ? ""
        : String.format(Locale.ROOT, "%d in %.1f s", drain.orders(), drain.seconds());
  }

  private static String ratio(@Nullable Double ratio) {
    return ratio == null ? "" : String.format(Locale.ROOT, "%.2f", ratio);
  }

  private void verdict() {
    report.contradictions().forEach(contradiction -> line("%s", contradiction));
    line(
        "%s",
        report.contradictions().isEmpty()
            ? "money, stock, orders, events and notifications agree"
            : report.contradictions().size() + " contradictions");
  }

  private static String each(Map<String, ?> values, String format) {
    return values.entrySet().stream()
        .map(entry -> String.format(Locale.ROOT, format, entry.getKey(), entry.getValue()))
        .collect(Collectors.joining(", "));
  }

  private void line(String format, Object... arguments) {
    lines.add(String.format(Locale.ROOT, format, arguments));
  }
}
