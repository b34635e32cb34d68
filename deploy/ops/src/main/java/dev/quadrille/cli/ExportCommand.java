package dev.quadrille.cli;

import dev.quadrille.cli.archive.Export;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
    name = "export",
    description =
        "Writes a window of topics into one file: records with keys, values, headers, "
            + "positions and timestamps, and their schemas. 'import' puts it onto a system on a "
            + "laptop.",
    footer = {
      "",
      "Texts that may be personal are replaced, equal ones by equal ones; ids, symbols, numbers and"
          + " times stay. One JSON object a line."
    })
final class ExportCommand implements Callable<Integer> {
  @ParentCommand private Quadrille quadrille;
  @Spec private CommandSpec spec;
  @Mixin private TargetOption target;
  @Mixin private ReplaySelection selection;

  @Option(
      names = "--file",
      required = true,
      paramLabel = "FILE",
      description = "Where to; compressed if it ends in .gz. One that is there is replaced.")
  private Path file;

  @Option(names = "--reveal", description = "Also what may be personal, as it is.")
  private boolean reveal;

  @Option(names = "--json", description = "One JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    var system = target.system();
    var export = reveal ? Export.revealing(system) : Export.masked(system);
    var exported = export.write(selection.read(system), file);
    var terminal = quadrille.terminal(spec);
    if (json) {
      terminal.json(exported);
      return ExitCode.WELL;
    }
    terminal.raw(
        "%d records and %d schemas in %s".formatted(exported.records(), exported.schemas(), file));
    if (exported.blanked() > 0) {
      terminal.raw("left empty, for nobody can read them: %d values".formatted(exported.blanked()));
    }
    exported.unseen().forEach(what -> terminal.raw("not seen: " + what));
    return ExitCode.WELL;
  }
}
