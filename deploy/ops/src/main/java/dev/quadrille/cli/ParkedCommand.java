package dev.quadrille.cli;

import dev.quadrille.cli.connection.OpsApi;
import dev.quadrille.local.Participant;
import java.util.LinkedHashMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
    name = "parked",
    description = "Events that could not be handled, and what becomes of them.",
    subcommands = {ParkedListCommand.class, ParkedShowCommand.class, ParkedEditCommand.class})
final class ParkedCommand {
  private static final String AS_JSON =
      "One JSON object: what was found with its token, or each event as it stands now.";

  @ParentCommand private Quadrille quadrille;
  @Spec private CommandSpec spec;

  @Command(
      name = "retry",
      description =
          "Has events attempted again: those that are named, or those that a look found. "
              + "Without names it shows what it finds, and the token that --confirm wants for exactly "
              + "that.")
  int retry(
      @Mixin TargetOption target,
      @Mixin ParkedChoice choice,
      @Mixin ParkedSelection selection,
      @Mixin ParkedSaid said,
      @Option(names = "--json", description = AS_JSON) boolean json) {
    return act("retry", target, choice, selection, said, json);
  }

  @Command(
      name = "discard",
      description =
          "Lets events never have their effect, however often they are delivered. Names and "
              + "tokens as with 'parked retry'.")
  int discard(
      @Mixin TargetOption target,
      @Mixin ParkedChoice choice,
      @Mixin ParkedSelection selection,
      @Mixin ParkedSaid said,
      @Option(names = "--json", description = AS_JSON) boolean json) {
    return act("discard", target, choice, selection, said, json);
  }

  Quadrille quadrille() {
    return quadrille;
  }

  private int act(
      String action,
      TargetOption target,
      ParkedChoice choice,
      ParkedSelection selection,
      ParkedSaid said,
      boolean json) {
    var terminal = quadrille.terminal(spec);
    var pinned = selection.pinned(action);
    if (pinned.isEmpty()) {
      var look = ParkedLook.of(choice.find(new OpsApi(target.system()), Participant.values()));
      if (json) {
        terminal.json(look.document(action));
      } else {
        look.print(action, terminal);
      }
      return ExitCode.WELL;
    }
    if (choice.narrows()) {
      throw new ParameterException(
          spec.commandLine(), "names and tokens say all: a filter beside them would do nothing");
    }
    var body = said.body();
    var api = new OpsApi(target.system());
    var deeds = new LinkedHashMap<String, Object>();
    var refused = 0;
    for (var number : pinned.get().numbers()) {
      var deed = ParkedDeed.done(action, number, body, api);
      deeds.put(number.toString(), deed.document());
      refused += deed.refusal() == null ? 0 : 1;
      if (!json) {
        deed.print(terminal);
      }
    }
    if (json) {
      terminal.json(deeds);
    }
    return refused == 0 ? ExitCode.WELL : ExitCode.BAD;
  }
}
