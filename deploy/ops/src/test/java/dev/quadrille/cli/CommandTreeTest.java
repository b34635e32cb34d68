package dev.quadrille.cli;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What holds for every command, also for those to come. */
class CommandTreeTest {
  /** Those without {@code --json}, and why a machine does not miss it. */
  private static final Map<String, String> TELL_NO_MACHINE =
      Map.of(
          "quadrille up", "runs until it is stopped; 'status --json' says what it runs",
          "quadrille down", "has no result but its end",
          "quadrille demo", "is a show",
          "quadrille token", "its one line is the token, for $(…)",
          "quadrille generate-completion", "prints a script",
          "quadrille bench sagas", "writes sagas.json with --out",
          "quadrille bench start", "writes start.json with --out",
          "quadrille bench idempotency", "prints one table for a page");

  @Test
  void everyCommandWithAResultHasItInJson() {
    var withoutJson =
        commands()
            .filter(command -> command.getCommandSpec().findOption("--json") == null)
            .map(CommandTreeTest::name);
    assertThat(withoutJson).containsExactlyInAnyOrderElementsOf(TELL_NO_MACHINE.keySet());
  }

  @Test
  void everyCommandSaysWhatItEndsWith() {
    var help = commands().collect(toMap(CommandTreeTest::name, CommandLine::getUsageMessage));
    assertThat(help).hasSizeGreaterThan(30);
    assertThat(help)
        .allSatisfy(
            (name, text) ->
                assertThat(text)
                    .contains("Exit codes:")
                    .containsPattern("(?m)^ +0 .*\\n +1 .*\\n +2 .*\\n +3 "));
  }

  // One paragraph: lines that are broken by hand break again where the terminal is narrower.
  @Test
  void everyCommandSaysWhatItIsForInOneParagraph() {
    var ours = commands().filter(command -> !name(command).endsWith("generate-completion"));
    assertThat(ours)
        .allSatisfy(
            command ->
                assertThat(command.getCommandSpec().usageMessage().description())
                    .as(name(command))
                    .hasSize(1));
  }

  private static Stream<CommandLine> commands() {
    return leaves(Quadrille.commandLine());
  }

  private static Stream<CommandLine> leaves(CommandLine command) {
    var below = command.getSubcommands().values();
    return below.isEmpty() ? Stream.of(command) : below.stream().flatMap(CommandTreeTest::leaves);
  }

  private static String name(CommandLine command) {
    return command.getCommandSpec().qualifiedName(" ");
  }
}
