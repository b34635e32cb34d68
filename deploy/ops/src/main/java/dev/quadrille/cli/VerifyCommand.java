package dev.quadrille.cli;

import dev.quadrille.testkit.oracle.Oracle;
import dev.quadrille.testkit.oracle.Verdict;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

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

  @Override
  public Integer call() {
    var terminal = quadrille.terminal(spec);
    var system = target.system();
    var verdict = new Oracle(system).settled(Duration.ofSeconds(settleSeconds));
    if (json) {
      terminal.raw(JsonMapper.shared().writeValueAsString(verdict));
    } else {
      print(verdict, terminal);
    }
    return verdict.clean() ? ExitCode.WELL : ExitCode.BAD;
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
