package dev.quadrille.cli;

import dev.quadrille.cli.archive.Import;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
    name = "import",
    description =
        "Puts what 'export' has written onto the topics of a test system: same keys, ids, "
            + "headers and timestamps, under the schemas of its registry. Refused by any other "
            + "system.",
    footer = {
      "",
      "The services read it as they read anything; 'lanes pause' holds them. Whether a topic keeps a"
          + " record depends on its timestamp."
    })
final class ImportCommand implements Callable<Integer> {
  @ParentCommand private Quadrille quadrille;
  @Spec private CommandSpec spec;
  @Mixin private TargetOption target;

  @Parameters(paramLabel = "FILE", description = "What 'export' has written.")
  private Path file;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "What the header quadrille-replay says (default: after the file).")
  private @Nullable String name;

  @Option(names = "--json", description = "One JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    var called =
        name == null
            ? "import-" + file.getFileName().toString().replaceAll("[^A-Za-z0-9._-]", "_")
            : ReplayCommand.requireName(spec, name);
    var counts = new Import(target.system(), called).read(file);
    var terminal = quadrille.terminal(spec);
    if (json) {
      terminal.json(new Imported(called, counts));
      return ExitCode.WELL;
    }
    counts.forEach((topic, count) -> terminal.raw("%10d  %s".formatted(count, topic)));
    terminal.raw(
        "%d records imported as %s"
            .formatted(counts.values().stream().mapToLong(Long::longValue).sum(), called));
    return ExitCode.WELL;
  }

  /** The JSON of what was imported. */
  record Imported(String replay, Map<String, Long> topics) {}
}
