package dev.quadrille.cli;

import dev.quadrille.cli.why.Doctor;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
    name = "why",
    description =
        "Says why an order is where it is: whether it has ended, who owes it what and since "
            + "when, what is in the way, and the command that helps. Ends with 1 unless all is well "
            + "with it.")
final class WhyCommand implements Callable<Integer> {
  @ParentCommand private Quadrille quadrille;
  @Spec private CommandSpec spec;
  @Mixin private TargetOption target;

  @Parameters(paramLabel = "ORDER", description = "The order's id.")
  private UUID order;

  @Option(names = "--json", description = "One JSON object instead of a paragraph.")
  private boolean json;

  @Override
  public Integer call() {
    var terminal = quadrille.terminal(spec);
    var diagnosis = new Doctor(target.system(), order).examine();
    if (json) {
      terminal.json(diagnosis);
    } else {
      diagnosis.told().forEach(terminal::raw);
    }
    return diagnosis.well() ? ExitCode.WELL : ExitCode.BAD;
  }
}
