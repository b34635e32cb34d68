package dev.quadrille.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;

class QuadrilleTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void explainsAWrongCommandInOneLine() {
    assertThat(run("dance")).isEqualTo(ExitCode.USAGE);
    assertThat(err)
        .hasToString(
            "error: Unmatched argument at index 0: 'dance'%nTry 'quadrille --help'.%n".formatted());
  }

  @Test
  void showsWhatItCanDoWhenAskedForNothing() {
    assertThat(run()).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("Usage: quadrille", "up", "down", "status");
  }

  @Test
  void explainsAWrongOptionInOneLine() {
    assertThat(run("status", "--port-offset", "60000")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString().lines())
        .containsExactly(
            "error: --port-offset must be between 0 and 46443", "Try 'quadrille status --help'.");
  }

  @Test
  void runsNoContainersOfImagesThatAreNotThere() {
    assertThat(run("demo", "--processes", "--images", "nowhere/")).isEqualTo(ExitCode.USAGE);
    assertThat(run("demo", "--images", "nowhere/")).isEqualTo(ExitCode.USAGE);
    assertThat(run("demo", "--images", "nowhere/", "--tag", "1")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString().lines().filter(line -> line.startsWith("error: ")))
        .hasSize(3)
        .startsWith(
            "error: --processes, --images=PREFIX are mutually exclusive (specify only one)",
            "error: an unpacked build has no version: say which --tag");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void resolvesNoCaseWithoutSayingWhoAndWhy() {
    assertThat(run("cases", "resolve", "01900000-0000-7000-8000-000000000001", "--by", "me"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("--resolution", "--why");
  }

  @Test
  void touchesNoParkedEventWithoutSayingWhoAndWhyAndExactlyWhich() {
    assertThat(run("parked", "discard", "order:1")).isEqualTo(ExitCode.USAGE);
    assertThat(run("parked", "retry", "order")).isEqualTo(ExitCode.USAGE);
    assertThat(run("parked", "retry", "--confirm", "order:1#00000000")).isEqualTo(ExitCode.USAGE);
    assertThat(run("parked", "retry", "order:1", "--reason", "BROKEN")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString().lines().filter(line -> line.startsWith("error: ")))
        .containsExactly(
            "error: --by and --why are wanted for that",
            "error: 'order' names no parked event, as inventory:12 does",
            "error: this is no token to retry by",
            "error: names and tokens say all: a filter beside them would do nothing");
  }

  @Test
  void namesTheLanesThatThereAre() {
    assertThat(run("lanes", "pause", "backward")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("FORWARD", "COMPENSATION");
  }

  @Test
  void republishesFromNoTimeWithoutAZone() {
    assertThat(run("relay", "republish", "--from", "2026-03-29T02:30:00"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("is no time with a zone");
  }

  @Test
  void injectsNothingThatItDoesNotUnderstand() {
    assertThat(run("inject", "--order", "01900000-0000-7000-8000-000000000001"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(run("inject", "duplicate")).isEqualTo(ExitCode.USAGE);
    assertThat(run("inject", "corrupt", "--how", "new-id", "--share", "1"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(run("inject", "drop", "--share", "0.1")).isEqualTo(ExitCode.USAGE);
    assertThat(run("inject", "sabotage", "--share", "1")).isEqualTo(ExitCode.USAGE);
    assertThat(run("inject", "drop", "--plan", "plan.yml")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString().lines().filter(line -> line.startsWith("error: ")))
        .containsExactly(
            "error: name a fault, or a --plan",
            "error: say for which --order, or for what --share of events",
            "error: corrupt is not done like that",
            "error: what relays and lanes do happens to events that come: say for how many seconds",
            "error: Invalid value for positional parameter at index 0 (FAULT): 'sabotage' is no"
                + " fault",
            "error: the --plan says which faults, and to which events");
  }

  @Test
  void measuresNothingThatMakesNoSense() {
    assertThat(run("bench", "sagas", "--rate", "0")).isEqualTo(ExitCode.USAGE);
    assertThat(run("bench", "sagas", "--shape", "round")).isEqualTo(ExitCode.USAGE);
    assertThat(run("bench", "sagas", "--with", "a.b=1,c.d")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("above 0", "hot-sku", "not 'c.d'");
  }

  @Test
  void replaysNothingThatIsNotSelected() {
    assertThat(run("replay", "--live", "--sandbox", "order")).isEqualTo(ExitCode.USAGE);
    assertThat(run("export", "--topics", "order.events")).isEqualTo(ExitCode.USAGE);
    assertThat(run("import")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString().lines().filter(line -> line.startsWith("error: ")))
        .containsExactly(
            "error: --live, --sandbox=SERVICE are mutually exclusive (specify only one)",
            "error: Missing required option: '--file=FILE'",
            "error: Missing required parameter: 'FILE'");
  }

  @Test
  void ignoresNothingThatASandboxMakesNoSenseOf() {
    assertThat(
            run(
                "replay",
                "--sandbox",
                "order",
                "--types",
                "OrderPlaced",
                "--from",
                "2026-03-29T00:00:00Z"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(run("replay", "--sandbox", "order", "--keys", "tea")).isEqualTo(ExitCode.USAGE);
    assertThat(run("replay", "--sandbox", "order", "--yes")).isEqualTo(ExitCode.USAGE);
    assertThat(run("replay", "--topics", "order.events", "--rate", "5")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString().lines().filter(line -> line.startsWith("error: ")))
        .containsExactly(
            "error: --sandbox folds all events of a service or, with --keys, of orders; not with"
                + " --from, --types",
            "error: --keys: 'tea' is no order",
            "error: --yes belongs to --live",
            "error: --rate belongs to --live");
  }

  @Test
  void teachesShellsWhatItUnderstands() {
    assertThat(run("generate-completion")).isEqualTo(ExitCode.WELL);
    assertThat(out.toString())
        .contains(
            "complete -F _complete_quadrille",
            "--target",
            "replay",
            "early-compensation",
            "--reveal",
            "import");
  }

  @Test
  void tellsTwoSystemsApart() {
    assertThat(run("verify", "--target", "prod.yml", "--port-offset", "100"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("--target and --port-offset name different systems");
    assertThat(run("verify", "--target", "nowhere.yml")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("error: nowhere.yml does not exist");
  }

  @Test
  void showsNoStackTrace() {
    assertThat(run("fail")).isEqualTo(ExitCode.BAD);
    assertThat(err.toString().lines())
        .containsExactly("error: java.lang.IllegalStateException: broken");
  }

  @Test
  void showsTheStackTraceWhenAskedTo() {
    assertThat(run("fail", "--debug")).isEqualTo(ExitCode.BAD);
    assertThat(err.toString()).contains("\tat ");
  }

  @Test
  void tellsAMissingSystemFromAFailure() {
    assertThat(run("status", "--port-offset", "46000")).isEqualTo(ExitCode.UNREACHABLE);
    assertThat(err.toString().lines())
        .containsExactly(
            "error: no system runs at port offset 46000; 'quadrille up --port-offset 46000' starts"
                + " one");
  }

  private int run(String... arguments) {
    return Quadrille.commandLine()
        .addSubcommand(new Failing())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  @Command(name = "fail")
  private static final class Failing implements Runnable {
    @Override
    public void run() {
      throw new IllegalStateException("broken\nbeyond the first line");
    }
  }
}
