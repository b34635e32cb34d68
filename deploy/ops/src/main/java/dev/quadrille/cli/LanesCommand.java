package dev.quadrille.cli;

import dev.quadrille.cli.connection.OpsApi;
import dev.quadrille.contracts.Lane;
import dev.quadrille.local.Participant;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
    name = "lanes",
    description = "Holds a lane of some services, or lets it go. What is held is not lost.")
final class LanesCommand {
  @ParentCommand private Quadrille quadrille;
  @Spec private CommandSpec spec;

  @Command(name = "pause", description = "Takes no more events of a lane, after the batch in hand.")
  int pause(@Mixin TargetOption target, @Mixin Choice choice) {
    return ask("pause", target, choice);
  }

  @Command(name = "resume", description = "Goes on where it stopped.")
  int resume(@Mixin TargetOption target, @Mixin Choice choice) {
    return ask("resume", target, choice);
  }

  private int ask(String what, TargetOption target, Choice choice) {
    var api = new OpsApi(target.system());
    for (var service : choice.services) {
      api.post(service, "/ops/lanes/%s/%s".formatted(choice.lane.label(), what), Map.of());
      quadrille
          .terminal(spec)
          .line("%-16s %s: %s".formatted(service.label(), choice.lane.label(), what));
    }
    return ExitCode.WELL;
  }

  /** Which lane of which services. */
  static final class Choice {
    @Parameters(paramLabel = "LANE", description = "${COMPLETION-CANDIDATES}")
    private Lane lane;

    @Option(
        names = "--service",
        split = ",",
        paramLabel = "NAME",
        description = "Of ${COMPLETION-CANDIDATES}; all if not given.")
    private List<Participant> services = List.of(Participant.values());
  }
}
