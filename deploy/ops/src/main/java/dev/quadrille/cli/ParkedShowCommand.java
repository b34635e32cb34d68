package dev.quadrille.cli;

import dev.quadrille.cli.connection.OpsApi;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
    name = "show",
    description = "Shows a parked event: what it says, where it stood, what was done about it.")
final class ParkedShowCommand implements Callable<Integer> {
  @ParentCommand private ParkedCommand parked;
  @Spec private CommandSpec spec;
  @Mixin private TargetOption target;
  @Mixin private ParkedOne one;

  @Option(names = "--reveal", description = "With all texts and bytes. They may be personal.")
  private boolean reveal;

  @Option(names = "--json", description = "On one line.")
  private boolean json;

  @Override
  public Integer call() {
    var number = one.number();
    var shown =
        new OpsApi(target.system())
            .get(
                number.service(),
                number.path() + "?visibility=" + (reveal ? "REVEALED" : "MASKED"));
    parked.quadrille().terminal(spec).raw(json ? shown.toString() : shown.toPrettyString());
    return ExitCode.WELL;
  }
}
