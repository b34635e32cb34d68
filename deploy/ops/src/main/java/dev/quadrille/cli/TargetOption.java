package dev.quadrille.cli;

import dev.quadrille.cli.connection.TargetSystem;
import dev.quadrille.cli.connection.UnreachableException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which system a command is about, wherever it runs. */
public final class TargetOption extends SystemOption {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--target",
      paramLabel = "FILE",
      description = "A connection file that says where the system is; else it is the local one.")
  private @Nullable Path file;

  /** Whether it is one that runs here. */
  boolean isLocal() {
    return file == null;
  }

  /**
   * The system.
   *
   * @throws UnreachableException when none runs here, and no other one is named
   */
  public TargetSystem system() {
    if (file == null) {
      var running = running();
      return TargetSystem.of(
          running.addresses(),
          running.tokens(),
          portOffset() == 0 ? "" : "--port-offset " + portOffset());
    }
    if (portOffset() != 0) {
      throw new ParameterException(
          command.commandLine(), "--target and --port-offset name different systems");
    }
    return TargetSystem.of(file);
  }
}
