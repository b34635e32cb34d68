package dev.quadrille.cli;

import dev.quadrille.cli.bench.Floor;
import dev.quadrille.cli.bench.SagaBench;
import dev.quadrille.cli.bench.SagaPlan;
import dev.quadrille.cli.bench.Shape;
import dev.quadrille.local.Hosting;
import dev.quadrille.local.LocalSystem;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
    name = "sagas",
    description =
        "How many sagas a second the system completes, how long each takes, what it costs.",
    footer = {
      "",
      "Starts a system of its own with a process for each service, warms it up, finds the highest"
          + " rate that it sustains, and measures at half of that. Orders arrive at a fixed rate"
          + " whatever becomes of those before; latencies count from the time at which an order was"
          + " meant to be sent. Ends with the oracle's verdict."
    })
final class BenchSagasCommand implements Callable<Integer> {
  private static final int BACKLOG = 10_000;

  @ParentCommand private BenchCommand bench;
  @Spec private CommandSpec spec;

  @Option(
      names = "--shape",
      split = ",",
      defaultValue = "uniform",
      converter = ShapeName.class,
      completionCandidates = ShapeName.class,
      description =
          "One or more of ${COMPLETION-CANDIDATES}; the first is what others are compared with"
              + " (default: ${DEFAULT-VALUE}).")
  private List<Shape> shapes;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Measure at this many orders a second instead of looking for the highest rate.")
  private @Nullable Double rate;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "60",
      description = "How long the measured rate is held (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--trial-seconds",
      paramLabel = "N",
      defaultValue = "20",
      description = "How long each rate of the search is held (default: ${DEFAULT-VALUE}).")
  private int trialSeconds;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "10",
      description = "After so long, no other rate is tried (default: ${DEFAULT-VALUE}).")
  private int minutes;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "300",
      description = "The longest warm-up; 0 for none (default: ${DEFAULT-VALUE}).")
  private int warmUpSeconds;

  @Option(
      names = "--floor",
      paramLabel = "FLOOR",
      description = "Compare with ${COMPLETION-CANDIDATES}; may be given more than once.")
  private Set<Floor> floors = EnumSet.noneOf(Floor.class);

  @Option(
      names = "--with",
      paramLabel = "SETTING[,SETTING]",
      description =
          "Compare with services that are set so, at the same rate; may be given more than once:"
              + " --with quadrille.relay.mode=polling.")
  private List<String> candidates = List.of();

  @Option(
      names = "--backlog",
      paramLabel = "N",
      description =
          "Place N orders while inventory holds its lane, and time how they are drained (default:"
              + " 10000 with --floor record, else none).")
  private @Nullable Integer backlog;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "10000000",
      description = "How many there are before ten-million-rows (default: ${DEFAULT-VALUE}).")
  private long rows;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Write sagas.json and sagas.svg there.")
  private @Nullable Path directory;

  @Override
  public Integer call() {
    requirePositive();
    requireSettings();
    bench.requireProcessTimes(spec);
    return new OwnSystem(bench.terminal(spec), Hosting.OWN_JVMS).run(this::measure);
  }

  private int measure(LocalSystem system) {
    var out = spec.commandLine().getOut();
    var report = new SagaBench(plan(), system, out).run();
    report.print(out);
    if (directory != null) {
      report.writeTo(directory);
    }
    return report.isClean() ? ExitCode.WELL : ExitCode.BAD;
  }

  private SagaPlan plan() {
    var timing =
        new SagaPlan.Timing(
            rate,
            Duration.ofSeconds(seconds),
            Duration.ofSeconds(trialSeconds),
            Duration.ofSeconds(warmUpSeconds),
            Duration.ofMinutes(minutes));
    return new SagaPlan(shapes, timing, orders(), floors, candidates, rows);
  }

  private int orders() {
    if (backlog != null) {
      return backlog;
    }
    return floors.contains(Floor.RECORD) ? BACKLOG : 0;
  }

  // Whoever forgets the value would measure the same twice.
  private void requireSettings() {
    for (var settings : candidates) {
      for (var setting : settings.split(",", -1)) {
        if (!setting.matches("[^-=][^=]*=.*")) {
          throw new ParameterException(
              spec.commandLine(), "--with takes NAME=VALUE, and not '" + setting + "'");
        }
      }
    }
  }

  private void requirePositive() {
    var positive = rate == null || rate > 0;
    if (!positive
        || Math.min(Math.min(seconds, trialSeconds), minutes) <= 0
        || warmUpSeconds < 0
        || orders() < 0
        || rows < 0) {
      throw new ParameterException(spec.commandLine(), "rates and times must be above 0");
    }
  }
}
