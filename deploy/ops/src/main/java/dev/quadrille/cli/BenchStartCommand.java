package dev.quadrille.cli;

import dev.quadrille.cli.bench.StartBench;
import dev.quadrille.local.Hosting;
import dev.quadrille.local.LocalSystem;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
    name = "start",
    description = "How long each service takes to become ready, and how much memory it holds.",
    footer = {
      "",
      "Starts a system of its own with a process for each service, and then each service again,"
          + " alone."
    })
final class BenchStartCommand implements Callable<Integer> {
  @ParentCommand private BenchCommand bench;
  @Spec private CommandSpec spec;

  @Option(names = "--out", paramLabel = "DIR", description = "Write start.json there.")
  private @Nullable Path directory;

  @Override
  public Integer call() {
    bench.requireProcessTimes(spec);
    return new OwnSystem(bench.terminal(spec), Hosting.OWN_JVMS).run(this::measure);
  }

  private int measure(LocalSystem system) {
    var out = spec.commandLine().getOut();
    var report = new StartBench(system, out).run();
    report.print(out);
    if (directory != null) {
      report.writeTo(directory);
    }
    return ExitCode.WELL;
  }
}
