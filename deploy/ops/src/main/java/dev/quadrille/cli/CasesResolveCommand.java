package dev.quadrille.cli;

import dev.quadrille.cli.connection.OpsApi;
import dev.quadrille.local.Participant;
import java.util.Map;
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
    name = "resolve",
    description =
        "Says where the money of a case goes, and lets its order end. The same again does "
            + "nothing; ends with 1 if it is refused.")
final class CasesResolveCommand implements Callable<Integer> {
  @ParentCommand private CasesCommand cases;
  @Spec private CommandSpec spec;
  @Mixin private TargetOption target;

  @Parameters(paramLabel = "ORDER", description = "The order whose case it is.")
  private UUID order;

  @Option(
      names = "--resolution",
      required = true,
      description =
          "TO_CUSTOMER: to the customer's account, once it takes money again. PAID_OUT: paid"
              + " elsewhere, while the account is still frozen.")
  private Resolution resolution;

  @Option(names = "--by", required = true, paramLabel = "NAME", description = "Who decides.")
  private String by;

  @Option(names = "--why", required = true, paramLabel = "TEXT", description = "Why.")
  private String why;

  @Option(names = "--json", description = "The case as it stands now, one JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    var resolved =
        new OpsApi(target.system())
            .post(
                Participant.ACCOUNT,
                "/ops/cases/%s/resolve".formatted(order),
                Map.of("resolution", resolution, "by", by, "why", why));
    var terminal = cases.quadrille().terminal(spec);
    if (json) {
      terminal.json(resolved);
    } else {
      terminal.line("resolved: %s %s".formatted(order, resolution));
    }
    return ExitCode.WELL;
  }

  private enum Resolution {
    TO_CUSTOMER,
    PAID_OUT
  }
}
