package dev.quadrille.cli;

import dev.quadrille.cli.connection.TargetSystem;
import dev.quadrille.cli.replay.Chosen;
import dev.quadrille.cli.replay.DryRun;
import dev.quadrille.cli.replay.LiveReplay;
import dev.quadrille.cli.replay.Prediction;
import dev.quadrille.cli.sandbox.Sandbox;
import dev.quadrille.local.Participant;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
    name = "replay",
    description =
        "Predicts what sending events again would do, or sends them again: same key, bytes, "
            + "id and headers, and the header quadrille-replay. Whoever has handled them already "
            + "does nothing. Or builds what a service holds from its own events, and compares.",
    footer = {
      "",
      "A record belongs to a span of time by its timestamp, wherever it stands: timestamps come"
          + " from several clocks. What is read ends where the topics end when it begins. A"
          + " prediction is made by the services' own handlers on copies of the orders concerned,"
          + " in a PostgreSQL of its own; nothing is written elsewhere."
    })
final class ReplayCommand implements Callable<Integer> {
  private static final String WHOLE =
      "--sandbox folds all events of a service or, with --keys, of orders";
  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("'replay'-uuuuMMdd-HHmmss").withZone(ZoneOffset.UTC);

  @ParentCommand private Quadrille quadrille;
  @Spec private CommandSpec spec;
  @Mixin private TargetOption target;
  @Mixin private ReplaySelection selection;

  @ArgGroup private Mode mode = new Mode();

  @Option(names = "--json", description = "One JSON object.")
  private boolean json;

  @Option(names = "--yes", description = "Confirms the plan of --live beforehand.")
  private boolean yes;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "200",
      description = "The most records a second that --live sends (default: ${DEFAULT-VALUE}).")
  private int rate;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description =
          "What the header says. One that was interrupted goes on under the same name and"
              + " selection.")
  private @Nullable String name;

  @Override
  public Integer call() {
    requireSane();
    var orders = mode.sandbox == null ? Set.<UUID>of() : selection.ordersAlone(WHOLE);
    var system = target.system();
    if (mode.sandbox != null) {
      return sandbox(system, mode.sandbox, orders);
    }
    var chosen = selection.read(system);
    var terminal = quadrille.terminal(spec);
    return mode.live ? live(terminal, system, chosen) : dryRun(terminal, system, chosen);
  }

  private void requireLive() {
    Stream.of("--yes", "--rate", "--name")
        .filter(spec.commandLine().getParseResult()::hasMatchedOption)
        .findFirst()
        .ifPresent(
            option -> {
              throw new ParameterException(spec.commandLine(), option + " belongs to --live");
            });
  }

  private int dryRun(Terminal terminal, TargetSystem system, Chosen chosen) {
    var predictions = new DryRun(system, chosen.records()).predictions();
    if (json) {
      terminal.json(new Report(chosen.records().size(), predictions, chosen.unseen()));
      return ExitCode.WELL;
    }
    predictions.forEach(it -> terminal.raw(row(it)));
    terminal.raw("%d records, %s".formatted(chosen.records().size(), counted(predictions)));
    chosen.unseen().forEach(what -> terminal.raw("not seen: " + what));
    return ExitCode.WELL;
  }

  private int sandbox(TargetSystem system, Participant service, Set<UUID> orders) {
    var compared = new Sandbox(system, service, orders).compare();
    var terminal = quadrille.terminal(spec);
    if (json) {
      terminal.json(compared);
    } else {
      compared.rows().forEach(terminal::raw);
      compared.sums().forEach(terminal::raw);
      terminal.raw(
          "%d events of %s tell of %d rows; %d differ, and %d sums"
              .formatted(
                  compared.facts(),
                  compared.service(),
                  compared.aggregates(),
                  compared.rows().size(),
                  compared.sums().size()));
      if (compared.older() > 0) {
        terminal.raw(
            "not compared: %d orders that are older than the topics".formatted(compared.older()));
      }
      compared.unseen().forEach(what -> terminal.raw("not seen: " + what));
    }
    return compared.agrees() ? ExitCode.WELL : ExitCode.BAD;
  }

  private int live(Terminal terminal, TargetSystem system, Chosen chosen) {
    var called = name == null ? NAME.format(Instant.now()) : name;
    var replay = new LiveReplay(system, called, rate, chosen, StateFile.notes());
    var plan = replay.plan();
    var total = plan.values().stream().mapToLong(Long::longValue).sum();
    if (!json) {
      terminal.raw(
          "%s, at most %d a second%s:"
              .formatted(
                  called,
                  rate,
                  replay.sentBefore() == 0
                      ? ""
                      : ", goes on after %d records".formatted(replay.sentBefore())));
      plan.forEach((topic, count) -> terminal.raw("%10d  %s".formatted(count, topic)));
      chosen.unseen().forEach(what -> terminal.raw("not seen: " + what));
    }
    if (total > 0 && !yes && !confirmed(terminal, total)) {
      return ExitCode.BAD;
    }
    replay.send(sent -> {});
    if (json) {
      terminal.json(new Sent(called, total, plan, chosen.unseen()));
    } else {
      terminal.raw("%d records sent again as %s".formatted(total, called));
    }
    return ExitCode.WELL;
  }

  private boolean confirmed(Terminal terminal, long total) {
    if (System.console() == null) {
      throw new ParameterException(
          spec.commandLine(), "nobody is there to confirm; --yes confirms beforehand");
    }
    var answer = System.console().readLine("Send %d records again? [yes/no] ", total);
    if (!"yes".equals(answer)) {
      terminal.warn("nothing was sent");
      return false;
    }
    return true;
  }

  private void requireSane() {
    if (!mode.live) {
      requireLive();
    }
    if (rate < 1) {
      throw new ParameterException(spec.commandLine(), "--rate must be at least 1");
    }
    if (name != null) {
      requireName(spec, name);
    }
  }

  /** A name that a header may hold, or the complaint about it. */
  static String requireName(CommandSpec spec, String name) {
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}")) {
      throw new ParameterException(
          spec.commandLine(), "--name may hold letters, digits, dots, dashes and underscores");
    }
    return name;
  }

  private static String row(Prediction it) {
    return "%-28s  %-36s  %-27s %-13s %-12s %s"
        .formatted(
            it.position(),
            it.order().matches("[0-9a-f-]{36}") ? it.order() : "no order",
            it.type() == null ? "?" : it.type(),
            it.service(),
            it.what(),
            it.detail())
        .stripTrailing();
  }

  private static String counted(List<Prediction> predictions) {
    var counts = new EnumMap<Prediction.What, Integer>(Prediction.What.class);
    predictions.forEach(it -> counts.merge(it.what(), 1, Integer::sum));
    return counts.isEmpty() ? "nobody reacts to any" : counts.toString();
  }

  /** What is done. */
  private static final class Mode {
    @Option(names = "--dry-run", description = "Only predict. This is the default.")
    private boolean dryRun;

    @Option(names = "--live", description = "Send them, after the plan was confirmed.")
    private boolean live;

    @Option(
        names = "--sandbox",
        paramLabel = "SERVICE",
        description =
            "Fold a service's own events into a PostgreSQL of its own, and compare with what it says."
                + " --keys takes some orders alone, and no sums.")
    private @Nullable Participant sandbox;
  }

  /** The JSON of a prediction. */
  record Report(int records, List<Prediction> predictions, List<String> unseen) {}

  /** The JSON of what was sent. */
  record Sent(String replay, long records, Map<String, Long> topics, List<String> unseen) {

    Sent {
      topics = new TreeMap<>(topics);
    }
  }
}
