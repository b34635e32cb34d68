package dev.quadrille.cli;

import dev.quadrille.cli.waiting.Pause;
import dev.quadrille.testkit.oracle.Oracle;
import dev.quadrille.testkit.oracle.Verdict;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
    name = "verify",
    description =
        "Judges the running system: do money, stock, orders, events and notifications agree?",
    footer = {
      "",
      "What does not agree is looked at again until it does or the settle time is over. Orders in"
          + " flight are counted, not judged."
    })
final class VerifyCommand implements Callable<Integer> {
  @ParentCommand private Quadrille quadrille;
  @Spec private CommandSpec spec;
  @Mixin private TargetOption target;

  @Option(names = "--json", description = "Print the verdict as JSON.")
  private boolean json;

  @Option(
      names = "--settle",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description = "How long to wait for what is in flight (default: ${DEFAULT-VALUE}).")
  private int settleSeconds;

  @Option(
      names = "--watch",
      description =
          "Look again and again, until it is interrupted. A finding is what two looks see"
              + " that are --settle apart.")
  private boolean watch;

  @Option(
      names = "--every",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "The pause between two looks of --watch (default: ${DEFAULT-VALUE}).")
  private int everySeconds;

  @Option(
      names = "--metrics",
      paramLabel = "[HOST:]PORT",
      description =
          "Where --watch answers Prometheus, under /metrics; on this machine alone if no"
              + " host is named.")
  private @Nullable String metrics;

  @Option(
      names = "--looks",
      paramLabel = "N",
      defaultValue = "0",
      description = "End --watch after so many looks; 0 for never.")
  private int looks;

  @Override
  public Integer call() {
    var terminal = quadrille.terminal(spec);
    var settle = Duration.ofSeconds(settleSeconds);
    if (watch) {
      return watch(terminal, settle);
    }
    if (metrics != null || looks != 0) {
      throw new ParameterException(spec.commandLine(), "--metrics and --looks belong to --watch");
    }
    var verdict = new Oracle(target.system()).settled(settle);
    say(verdict, terminal);
    return verdict.clean() ? ExitCode.WELL : ExitCode.BAD;
  }

  private int watch(Terminal terminal, Duration settle) {
    if (everySeconds < 1 || looks < 0) {
      throw new ParameterException(spec.commandLine(), "--every is at least 1, --looks at least 0");
    }
    var oracle = new Oracle(target.system());
    try (var figures = VerdictFigures.at(metrics, oracle.checks())) {
      var well = true;
      for (var look = 1; ; look++) {
        well &= look(oracle, settle, figures, terminal);
        if (look == looks) {
          return well ? ExitCode.WELL : ExitCode.BAD;
        }
        Pause.lasting(Duration.ofSeconds(everySeconds));
      }
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
  }

  private boolean look(Oracle oracle, Duration settle, VerdictFigures figures, Terminal terminal) {
    var begin = System.nanoTime();
    try {
      var verdict = oracle.confirmed(settle);
      figures.took(verdict, Duration.ofNanos(System.nanoTime() - begin));
      say(verdict, terminal);
      return verdict.clean();
    } catch (RuntimeException e) {
      // What is away now may be back at the next look.
      figures.failed();
      terminal.warn(Complaint.of(e).text());
      return false;
    }
  }

  private void say(Verdict verdict, Terminal terminal) {
    if (json) {
      terminal.json(verdict);
    } else {
      print(verdict, terminal);
    }
  }

  static void print(Verdict verdict, Terminal terminal) {
    verdict.counted().forEach((what, count) -> terminal.raw("%8d  %s".formatted(count, what)));
    terminal.raw("%8d  orders in flight, not judged".formatted(verdict.inFlight()));
    verdict.findings().forEach(found -> terminal.raw(found.check() + ": " + found.what()));
    terminal.line(
        verdict.clean()
            ? "@|green money, stock, orders, events and notifications agree|@"
            : "@|bold,red %d contradictions|@".formatted(verdict.findings().size()));
  }
}
