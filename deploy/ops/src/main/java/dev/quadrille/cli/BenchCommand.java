package dev.quadrille.cli;

import dev.quadrille.cli.bench.IdempotencyBench;
import dev.quadrille.cli.bench.SagaBench;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
    name = "bench",
    description = "Measures what things cost, on parts of its own.",
    subcommands = {
      BenchSagasCommand.class,
      BenchStartCommand.class,
      BenchCommand.Idempotency.class
    })
final class BenchCommand {
  @ParentCommand private Quadrille quadrille;

  Terminal terminal(CommandSpec command) {
    return quadrille.terminal(command);
  }

  /**
   * Makes sure that what processes use can be told.
   *
   * @throws ParameterException if this machine does not
   */
  void requireProcessTimes(CommandSpec command) {
    if (!SagaBench.isPossible()) {
      throw new ParameterException(
          command.commandLine(), "this machine has no /proc to tell what processes use");
    }
  }

  @Command(
      name = "idempotency",
      description =
          "Double clicks in each mode, with and without Redis in front: prints one table.")
  static final class Idempotency implements Runnable {
    @Spec private CommandSpec spec;

    @Option(
        names = "--pairs",
        defaultValue = "5000",
        description = "How many double clicks in each mode (default: ${DEFAULT-VALUE}).")
    private int pairs;

    @Override
    public void run() {
      new IdempotencyBench(spec.commandLine().getOut(), pairs).run();
    }
  }
}
