package dev.quadrille.cli;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Exactly which parked events something is done to. */
final class ParkedSelection {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Parameters(paramLabel = "SERVICE:NUMBER", arity = "0..*", description = "As inventory:12.")
  private List<String> names = List.of();

  @Option(
      names = "--confirm",
      paramLabel = "TOKEN",
      description = "Those of a look, and none that came later.")
  private @Nullable String token;

  /** The events that are named; empty if it is only to be looked. */
  Optional<ParkedSet> pinned(String action) {
    if (!names.isEmpty() && token != null) {
      throw new ParameterException(command.commandLine(), "either names or --confirm, not both");
    }
    try {
      return token != null
          ? Optional.of(ParkedSet.of(token, action))
          : Optional.of(names)
              .filter(some -> !some.isEmpty())
              .map(some -> new ParkedSet(some.stream().map(ParkedNumber::parse).toList()));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), e.getMessage());
    }
  }
}
