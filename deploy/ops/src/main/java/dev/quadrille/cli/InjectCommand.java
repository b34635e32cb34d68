package dev.quadrille.cli;

import dev.quadrille.cli.inject.Fault;
import dev.quadrille.cli.inject.FaultKind;
import dev.quadrille.cli.inject.FaultKind.Manner;
import dev.quadrille.cli.inject.FaultPlan;
import dev.quadrille.cli.inject.Injection;
import dev.quadrille.cli.inject.Report;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

@Command(
    name = "inject",
    description =
        "Breaks a test system on purpose, tells what became of each event that was struck, "
            + "and ends with the verdict. Refused by a system that does not run with "
            + "quadrille.test-system=true.",
    footer = {
      "",
      "The same plan under the same seed strikes the n-th event of a type, or not, whatever its id."
          + " What relays drop they send again when the plan is over, unless --leave.",
      "",
      "early-compensation holds the forward lanes of inventory and account, cancels orders that are"
          + " placed in --millis, or the one of --order, and lets the lanes go when both have read"
          + " that. It cancels for the merchants themselves; by a --target only what its token may."
    })
final class InjectCommand implements Callable<Integer> {
  @ParentCommand private Quadrille quadrille;
  @Spec private CommandSpec spec;
  @Mixin private TargetOption target;

  @Parameters(
      arity = "0..1",
      paramLabel = "FAULT",
      completionCandidates = Kinds.class,
      converter = Kind.class,
      description = "${COMPLETION-CANDIDATES}")
  private @Nullable FaultKind fault;

  @Option(
      names = "--how",
      paramLabel = "WAY",
      completionCandidates = Ways.class,
      converter = Way.class,
      description =
          "A duplicate: same-id, new-id. What is corrupt: bytes, schema-id, enum, numbers.")
  private @Nullable Manner how;

  @Option(names = "--order", paramLabel = "ORDER", description = "Only events of this order.")
  private @Nullable UUID order;

  @Option(
      names = "--share",
      paramLabel = "P",
      description = "So many of the events, as in 0.05; all if not given.")
  private @Nullable Double share;

  @Option(
      names = "--types",
      split = ",",
      paramLabel = "TYPE",
      description = "Only of these types, as in OrderPlaced.")
  private @Nullable Set<String> types;

  @Option(names = "--times", paramLabel = "N", description = "How often each is copied.")
  private @Nullable Integer times;

  @Option(
      names = "--millis",
      paramLabel = "MS",
      description = "How long events or lanes are held (default: 3000).")
  private @Nullable Long millis;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "Events that come in so many seconds, not those that stand on the topics.")
  private @Nullable Integer seconds;

  @Option(names = "--seed", paramLabel = "N", description = "Decides which are struck.")
  private @Nullable Long seed;

  @Option(names = "--plan", paramLabel = "FILE", description = "Several faults at once, in YAML.")
  private @Nullable Path plan;

  @Option(names = "--leave", description = "What relays drop stays in the outboxes.")
  private boolean leave;

  @Option(
      names = "--settle",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "How long the system may take to settle (default: ${DEFAULT-VALUE}).")
  private int settleSeconds;

  @Option(names = "--json", description = "One JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    var wanted = wanted();
    var injection = new Injection(target.system(), wanted, Duration.ofSeconds(settleSeconds));
    var terminal = quadrille.terminal(spec);
    if (!json && wanted.seconds() != null) {
      terminal.raw("events are struck for %d s".formatted(wanted.seconds()));
    }
    var report = (leave ? injection.leavingWhatIsDropped() : injection).run();
    if (json) {
      terminal.json(report);
    } else {
      print(report, terminal);
    }
    return report.well() ? ExitCode.WELL : ExitCode.BAD;
  }

  private FaultPlan wanted() {
    try {
      if (plan == null) {
        return new FaultPlan(seed, seconds, List.of(one()));
      }
      requireNoOther();
      var read = FaultPlan.read(plan);
      return new FaultPlan(
          seed == null ? read.seed() : seed,
          seconds == null ? read.seconds() : seconds,
          read.faults());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
  }

  private Fault one() {
    if (fault == null) {
      throw new IllegalArgumentException("name a fault, or a --plan");
    }
    if (order == null && share == null) {
      throw new IllegalArgumentException("say for which --order, or for what --share of events");
    }
    return new Fault(fault, how, share, types, order, times, millis);
  }

  private void requireNoOther() {
    if (fault != null
        || how != null
        || order != null
        || share != null
        || types != null
        || times != null
        || millis != null) {
      throw new IllegalArgumentException("the --plan says which faults, and to which events");
    }
  }

  private static void print(Report report, Terminal terminal) {
    terminal.raw("seed %d".formatted(report.seed()));
    for (var one : report.faults()) {
      terminal.raw("%8d  %s  %s".formatted(one.count(), one.fault(), counted(one.struck())));
      one.became().forEach((fate, count) -> terminal.raw("%8d      %s".formatted(count, fate)));
    }
    if (report.spared() > 0) {
      terminal.raw(
          "%8d  were not held, for the relays' memory was full".formatted(report.spared()));
    }
    if (!report.parked().isEmpty()) {
      var parked = new ParkedSet(report.parked().stream().map(ParkedNumber::parse).toList());
      terminal.raw(
          "to be rid of what is parked now: parked discard --confirm " + parked.token("discard"));
    }
    VerifyCommand.print(report.verdict(), terminal);
  }

  private static String counted(Map<String, Long> struck) {
    return struck.entrySet().stream()
        .map(type -> type.getValue() + " " + type.getKey())
        .collect(Collectors.joining(", "));
  }

  private static <T> T converted(Function<String, T> converter, String text) {
    try {
      return converter.apply(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  /** The names of faults. */
  static final class Kinds implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(FaultKind.values()).map(FaultKind::label).iterator();
    }
  }

  /** The names of ways. */
  static final class Ways implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Manner.values()).map(Manner::label).iterator();
    }
  }

  /** Reads a fault's name. */
  static final class Kind implements ITypeConverter<FaultKind> {
    @Override
    public FaultKind convert(String text) {
      return converted(FaultKind::named, text);
    }
  }

  /** Reads a way's name. */
  static final class Way implements ITypeConverter<Manner> {
    @Override
    public Manner convert(String text) {
      return converted(Manner::named, text);
    }
  }
}
