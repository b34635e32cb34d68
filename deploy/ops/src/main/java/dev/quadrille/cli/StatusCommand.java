package dev.quadrille.cli;

import dev.quadrille.local.Health;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
    name = "status",
    description = "Shows each part of the system; ends with 1 if one is unwell.")
final class StatusCommand implements Callable<Integer> {

  @ParentCommand private Quadrille quadrille;
  @Spec private CommandSpec spec;
  @Mixin private TargetOption target;

  @Option(names = "--json", description = "One JSON object instead of a table.")
  private boolean json;

  @Override
  public Integer call() {
    var terminal = quadrille.terminal(spec);
    return target.isLocal() ? local(terminal) : elsewhere(terminal);
  }

  private int elsewhere(Terminal terminal) {
    var parts = new TargetParts(target.system()).all();
    if (json) {
      terminal.json(parts);
    } else {
      parts.forEach(part -> terminal.line(part.row()));
    }
    return parts.stream().allMatch(TargetParts.Status::up) ? ExitCode.WELL : ExitCode.BAD;
  }

  private int local(Terminal terminal) {
    var running = target.running();
    var health = new Health(running.addresses());
    var parts = running.parts().stream().map(part -> PartStatus.of(part, health)).toList();
    if (json) {
      terminal.json(new Status(running, parts));
    } else {
      print(terminal, running, parts);
    }
    return parts.stream().allMatch(PartStatus::up) ? ExitCode.WELL : ExitCode.BAD;
  }

  private static void print(Terminal terminal, RunningSystem running, List<PartStatus> parts) {
    terminal.line("Process %d, data and logs in %s".formatted(running.pid(), running.directory()));
    terminal.line("@|bold %-16s %7s %6s  %s|@".formatted("part", "process", "port", "health"));
    parts.forEach(part -> terminal.line(part.row()));
  }

  /** The JSON that {@code --json} prints. */
  record Status(long pid, int portOffset, String directory, List<PartStatus> parts) {

    Status(RunningSystem running, List<PartStatus> parts) {
      this(running.pid(), running.portOffset(), running.directory(), parts);
    }
  }
}
