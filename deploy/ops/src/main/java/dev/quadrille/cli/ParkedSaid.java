package dev.quadrille.cli;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** On whose word something is done. */
final class ParkedSaid {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(names = "--by", paramLabel = "NAME", description = "Who decides.")
  private @Nullable String by;

  @Option(names = "--why", paramLabel = "TEXT", description = "Why.")
  private @Nullable String why;

  /** As a request says it. */
  Map<String, String> body() {
    if (by == null || why == null) {
      throw new ParameterException(command.commandLine(), "--by and --why are wanted for that");
    }
    return Map.of("by", by, "why", why);
  }
}
