package dev.quadrille.cli;

import dev.quadrille.cli.connection.OpsApi;
import dev.quadrille.cli.connection.RefusedException;
import dev.quadrille.local.Participant;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
    name = "parked",
    description = "Events that could not be handled, and what becomes of them.",
    subcommands = {ParkedListCommand.class, ParkedShowCommand.class, ParkedEditCommand.class})
final class ParkedCommand {
  @ParentCommand private Quadrille quadrille;
  @Spec private CommandSpec spec;

  @Command(
      name = "retry",
      description = {
        "Has events attempted again: those that are named, or those that a look found. Without",
        "names it shows what it finds, and the token that --confirm wants for exactly that."
      })
  int retry(
      @Mixin TargetOption target,
      @Mixin ParkedChoice choice,
      @Mixin ParkedSelection selection,
      @Mixin ParkedSaid said) {
    return act("retry", target, choice, selection, said);
  }

  @Command(
      name = "discard",
      description = {
        "Lets events never have their effect, however often they are delivered. Names and tokens",
        "as with 'parked retry'."
      })
  int discard(
      @Mixin TargetOption target,
      @Mixin ParkedChoice choice,
      @Mixin ParkedSelection selection,
      @Mixin ParkedSaid said) {
    return act("discard", target, choice, selection, said);
  }

  Quadrille quadrille() {
    return quadrille;
  }

  private int act(
      String action,
      TargetOption target,
      ParkedChoice choice,
      ParkedSelection selection,
      ParkedSaid said) {
    var terminal = quadrille.terminal(spec);
    var pinned = selection.pinned(action);
    if (pinned.isEmpty()) {
      return show(action, terminal, choice, new OpsApi(target.system()));
    }
    if (choice.narrows()) {
      throw new ParameterException(
          spec.commandLine(), "names and tokens say all: a filter beside them would do nothing");
    }
    var body = said.body();
    var api = new OpsApi(target.system());
    var refused = 0;
    for (var number : pinned.get().numbers()) {
      refused += act(action, number, body, api, terminal) ? 0 : 1;
    }
    return refused == 0 ? ExitCode.WELL : ExitCode.BAD;
  }

  private static int show(String action, Terminal terminal, ParkedChoice choice, OpsApi api) {
    var found = choice.find(api, Participant.values()).toList();
    ParkedTable.print(terminal, found);
    if (!found.isEmpty()) {
      var set = new ParkedSet(found.stream().map(ParkedChoice.Found::number).toList());
      terminal.raw("");
      terminal.raw(
          "to %s exactly these %d: --confirm %s --by NAME --why TEXT"
              .formatted(action, found.size(), set.token(action)));
    }
    return ExitCode.WELL;
  }

  private static boolean act(
      String action, ParkedNumber number, Map<String, ?> body, OpsApi api, Terminal terminal) {
    try {
      var answer = api.post(number.service(), number.path() + "/" + action, body);
      terminal.raw("%s  %s".formatted(number, ParkedTable.standing(answer)));
      return true;
    } catch (RefusedException e) {
      terminal.warn("%s  %s".formatted(number, e.getMessage()));
      return false;
    }
  }
}
