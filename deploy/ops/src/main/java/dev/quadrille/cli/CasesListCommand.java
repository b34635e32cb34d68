package dev.quadrille.cli;

import dev.quadrille.cli.connection.OpsApi;
import dev.quadrille.local.Participant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

@Command(name = "list", description = "Shows the open cases. That there are some is no failure.")
final class CasesListCommand implements Callable<Integer> {
  @ParentCommand private CasesCommand cases;
  @Spec private CommandSpec spec;
  @Mixin private TargetOption target;

  @Option(names = "--json", description = "One JSON array instead of a table.")
  private boolean json;

  @Override
  public Integer call() {
    var terminal = cases.quadrille().terminal(spec);
    var open = new OpsApi(target.system()).list(Participant.ACCOUNT, "/ops/cases").toList();
    if (json) {
      terminal.json(open);
    } else {
      print(terminal, open);
    }
    return ExitCode.WELL;
  }

  private static void print(Terminal terminal, List<JsonNode> open) {
    if (open.isEmpty()) {
      terminal.line("@|green no case is open|@");
      return;
    }
    terminal.line(
        "@|bold %-36s  %-36s  %16s  %s|@"
            .formatted("order", "account", "amount", "reason and since"));
    open.forEach(
        found ->
            terminal.raw(
                "%-36s  %-36s  %12d %s  %s, %s"
                    .formatted(
                        found.path("orderId").asString(),
                        found.path("accountId").asString(),
                        found.path("amountMinor").asLong(),
                        found.path("currency").asString(),
                        found.path("reason").asString(),
                        found.path("openedAt").asString())));
  }
}
