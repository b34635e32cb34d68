package dev.quadrille.cli;

import dev.quadrille.testkit.TokenIssuer;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
    name = "token",
    description = "Prints a token for calling the system that 'up' runs.",
    footer = {
      "",
      "curl -H \"Authorization: Bearer $(quadrille token --merchant shop-1)\" …",
      "",
      "The key that signs it was made when the system first started and lies with its data, for"
          + " nobody to read but you."
    })
final class TokenCommand implements Callable<Integer> {
  @ParentCommand private Quadrille quadrille;
  @Spec private CommandSpec spec;
  @Mixin private SystemOption system;

  @ArgGroup(multiplicity = "1")
  private Bearer bearer;

  private Duration ttl;

  @Option(
      names = "--ttl",
      paramLabel = "DURATION",
      defaultValue = "12h",
      description = "How long it lasts, as in 90s, 15m, 12h (default: ${DEFAULT-VALUE}).")
  void setTtl(String text) {
    try {
      ttl = DurationStyle.SIMPLE.parse(text);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--ttl is no duration: " + text);
    }
  }

  @Override
  public Integer call() {
    var tokens = system.running().tokens();
    quadrille.terminal(spec).raw(bearer.token(tokens, ttl));
    return ExitCode.WELL;
  }

  /** Who it is for. */
  private static final class Bearer {
    @Option(
        names = "--merchant",
        paramLabel = "ID",
        required = true,
        description = "For a merchant: opens the merchant's orders.")
    private @Nullable String merchant;

    @Option(
        names = "--ops",
        required = true,
        description = "For the back office and people on call: opens everything else.")
    private boolean ops;

    private String token(TokenIssuer tokens, Duration ttl) {
      return merchant == null ? tokens.ops(ttl) : tokens.merchant(merchant, ttl);
    }
  }
}
