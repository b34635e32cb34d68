package dev.quadrille.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Which parked event a command is about. */
final class ParkedOne {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Parameters(paramLabel = "SERVICE:NUMBER", description = "As inventory:12.")
  private String name;

  ParkedNumber number() {
    try {
      return ParkedNumber.parse(name);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), e.getMessage());
    }
  }
}
