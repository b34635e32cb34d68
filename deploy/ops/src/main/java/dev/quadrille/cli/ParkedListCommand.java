package dev.quadrille.cli;

import dev.quadrille.cli.connection.OpsApi;
import dev.quadrille.local.Participant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
    name = "list",
    description = "Shows parked events without their content; ends with 0 also if there are some.")
final class ParkedListCommand implements Callable<Integer> {
  @ParentCommand private ParkedCommand parked;
  @Spec private CommandSpec spec;
  @Mixin private TargetOption target;
  @Mixin private ParkedChoice choice;

  @Option(names = "--json", description = "One JSON object, a member for each event.")
  private boolean json;

  @Override
  public Integer call() {
    var terminal = parked.quadrille().terminal(spec);
    var look = ParkedLook.of(choice.find(new OpsApi(target.system()), Participant.values()));
    if (json) {
      terminal.json(look.events());
    } else {
      ParkedTable.print(terminal, look.found());
    }
    return ExitCode.WELL;
  }
}
