package dev.quadrille.cli;

import dev.quadrille.cli.connection.OpsApi;
import dev.quadrille.local.Participant;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

@Command(
    name = "stuck",
    description =
        "Shows what has been in an intermediate state for too long, and who owes it what; "
            + "ends with 1 if there is anything.")
final class StuckCommand implements Callable<Integer> {
  @ParentCommand private Quadrille quadrille;
  @Spec private CommandSpec spec;
  @Mixin private TargetOption target;

  @Option(names = "--json", description = "One JSON array instead of a table.")
  private boolean json;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "1000",
      description = "The most of a service, the oldest first (default: ${DEFAULT-VALUE}).")
  private int limit;

  @Override
  public Integer call() {
    var terminal = quadrille.terminal(spec);
    var api = new OpsApi(target.system());
    var stuck =
        Stream.of(Participant.values())
            .flatMap(service -> api.list(service, "/ops/stuck").limit(limit))
            .toList();
    if (json) {
      terminal.json(stuck);
    } else {
      print(terminal, stuck);
    }
    return stuck.isEmpty() ? ExitCode.WELL : ExitCode.BAD;
  }

  private static void print(Terminal terminal, List<JsonNode> stuck) {
    if (stuck.isEmpty()) {
      terminal.line("@|green nothing is stuck|@");
      return;
    }
    terminal.line(
        "@|bold %-36s  %-12s  %-11s  %9s  %s|@"
            .formatted("order", "machine", "state", "for", "owed"));
    stuck.forEach(item -> terminal.raw(row(item)));
  }

  private static String row(JsonNode item) {
    return "%-36s  %-12s  %-11s  %9s  %s"
        .formatted(
            item.path("orderId").asString(),
            item.path("machine").asString(),
            item.path("state").asString(),
            age(Duration.ofSeconds(item.path("ageSeconds").asLong())),
            owed(item.path("owed")));
  }

  private static String owed(JsonNode debts) {
    return StreamSupport.stream(debts.spliterator(), false)
        .map(debt -> debt.path("by").asString() + ": " + debt.path("what").asString())
        .collect(Collectors.joining("; "));
  }

  private static String age(Duration age) {
    return age.toDays() > 0
        ? "%dd %02dh".formatted(age.toDays(), age.toHoursPart())
        : "%d:%02d:%02d".formatted(age.toHours(), age.toMinutesPart(), age.toSecondsPart());
  }
}
