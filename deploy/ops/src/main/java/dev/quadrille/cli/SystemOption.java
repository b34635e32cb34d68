package dev.quadrille.cli;

import dev.quadrille.cli.connection.UnreachableException;
import dev.quadrille.local.SystemPorts;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which system of this machine a command is about. */
public sealed class SystemOption permits TargetOption {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  private int portOffset;

  @Option(
      names = "--port-offset",
      paramLabel = "N",
      defaultValue = "0",
      description = "All ports lie N above those of the documentation.")
  void setPortOffset(int offset) {
    if (offset < 0 || offset > SystemPorts.LARGEST_OFFSET) {
      throw new ParameterException(
          command.commandLine(),
          "--port-offset must be between 0 and " + SystemPorts.LARGEST_OFFSET);
    }
    portOffset = offset;
  }

  int portOffset() {
    return portOffset;
  }

  StateFile stateFile() {
    return StateFile.of(portOffset);
  }

  /**
   * The system that {@code up} started.
   *
   * @throws UnreachableException when none runs
   */
  public RunningSystem running() {
    return stateFile()
        .read()
        .orElseThrow(
            () ->
                new UnreachableException(
                    "no system runs%s; '%s' starts one".formatted(where(), command("up"))));
  }

  /** How another command about the same system is typed. */
  String command(String name) {
    return "quadrille %s%s".formatted(name, portOffset == 0 ? "" : " --port-offset " + portOffset);
  }

  private String where() {
    return portOffset == 0 ? "" : " at port offset " + portOffset;
  }
}
