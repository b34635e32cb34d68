package dev.quadrille.cli;

import dev.quadrille.cli.RelayCommand.Time;
import dev.quadrille.cli.connection.TargetSystem;
import dev.quadrille.cli.replay.Chosen;
import dev.quadrille.cli.topics.Selection;
import dev.quadrille.contracts.EventType;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which records somebody wants once more. */
final class ReplaySelection {
  private static final String SPAN = "\\d*\\.\\.\\d*";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(names = "--topics", split = ",", paramLabel = "TOPIC", description = "Where they stand.")
  private Set<String> topics = Set.of();

  @Option(names = "--partitions", split = ",", paramLabel = "N", description = "Only there.")
  private List<Integer> partitions = List.of();

  @Option(
      names = "--offsets",
      paramLabel = "FROM..TO",
      description = "Only from that offset on, up to before this one, in each partition.")
  private @Nullable String offsets;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      converter = Time.class,
      description = "Only with this timestamp or a later one: 2026-03-29T02:30:00+01:00 or …Z.")
  private @Nullable Instant from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      converter = Time.class,
      description = "Only with a timestamp before this one.")
  private @Nullable Instant to;

  @Option(names = "--keys", split = ",", paramLabel = "ORDER", description = "Only of these.")
  private Set<String> keys = Set.of();

  @Option(
      names = "--types",
      split = ",",
      paramLabel = "TYPE",
      description = "Only of these types, as in OrderPlaced.")
  private Set<String> types = Set.of();

  /**
   * The orders that are selected, and by nothing else; none for all.
   *
   * @param why what makes no sense of any other selection
   */
  Set<UUID> ordersAlone(String why) {
    var others =
        Stream.of("--topics", "--partitions", "--offsets", "--from", "--to", "--types")
            .filter(command.commandLine().getParseResult()::hasMatchedOption)
            .toList();
    if (!others.isEmpty()) {
      throw wrong("%s; not with %s".formatted(why, String.join(", ", others)));
    }
    return keys.stream().map(this::order).collect(Collectors.toSet());
  }

  private UUID order(String key) {
    try {
      return UUID.fromString(key);
    } catch (IllegalArgumentException e) {
      throw wrong("--keys: '%s' is no order".formatted(key));
    }
  }

  Chosen read(TargetSystem system) {
    if (topics.isEmpty()) {
      throw wrong("Missing required option: '--topics=TOPIC'");
    }
    var span = span();
    return Chosen.read(
        system.kafka(),
        new Selection(topics, partitions, null, span[0], span[1], from, to),
        keys,
        types());
  }

  private Set<EventType> types() {
    return types.stream().map(this::type).collect(Collectors.toSet());
  }

  private EventType type(String name) {
    return Arrays.stream(EventType.values())
        .filter(type -> type.record().getSimpleName().equals(name))
        .findFirst()
        .orElseThrow(() -> wrong("--types: nobody knows '%s'".formatted(name)));
  }

  private long[] span() {
    if (offsets == null) {
      return new long[] {0, Long.MAX_VALUE};
    }
    if (!offsets.matches(SPAN)) {
      throw wrong("--offsets is no span such as 100..200, 100.. or ..200");
    }
    var ends = offsets.split("\\.\\.", 2);
    try {
      return new long[] {
        ends[0].isEmpty() ? 0 : Long.parseLong(ends[0]),
        ends[1].isEmpty() ? Long.MAX_VALUE : Long.parseLong(ends[1])
      };
    } catch (NumberFormatException e) {
      throw wrong("--offsets are larger than any offset");
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(command.commandLine(), message);
  }
}
