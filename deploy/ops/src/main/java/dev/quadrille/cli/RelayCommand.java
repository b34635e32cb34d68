package dev.quadrille.cli;

import dev.quadrille.cli.connection.OpsApi;
import dev.quadrille.local.Participant;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import tools.jackson.databind.JsonNode;

@Command(
    name = "relay",
    description = "How the services' outboxes get to Kafka, and sending events again.")
final class RelayCommand {
  private static final Duration REPUBLISHING = Duration.ofHours(1);
  private static final String ROW = "%-16s %-8s %-9s %10s %12s  %s";

  @ParentCommand private Quadrille quadrille;
  @Spec private CommandSpec spec;

  @Command(
      name = "status",
      description = "Shows each relay; ends with 1 if events do not flow through one.")
  int status(
      @Mixin TargetOption target,
      @Option(names = "--json", description = "One JSON object, a member for each service.")
          boolean json) {
    var api = new OpsApi(target.system());
    var relays = new LinkedHashMap<String, JsonNode>();
    for (var service : Participant.values()) {
      relays.put(service.label(), api.get(service, "/ops/relay"));
    }
    var terminal = quadrille.terminal(spec);
    if (json) {
      terminal.json(relays);
    } else {
      terminal.line(
          "@|bold %s|@"
              .formatted(ROW.formatted("service", "mode", "role", "oldest ms", "lag bytes", "")));
      relays.forEach((service, relay) -> terminal.raw(row(service, relay)));
    }
    return relays.values().stream().allMatch(RelayCommand::streams) ? ExitCode.WELL : ExitCode.BAD;
  }

  @Command(
      name = "republish",
      description =
          "Sends retained events again, under their own ids and marked as a replay: for a topic "
              + "that has lost them. Whoever has handled them already does nothing.")
  int republish(
      @Mixin TargetOption target,
      @Option(
              names = "--from",
              required = true,
              paramLabel = "TIME",
              converter = Time.class,
              description = "Events from then on, as 2026-03-29T02:30:00+01:00 or …Z.")
          Instant from,
      @Option(
              names = "--service",
              split = ",",
              paramLabel = "NAME",
              description = "Whose events: of ${COMPLETION-CANDIDATES}; all if not given.")
          List<Participant> services,
      @Option(names = "--json", description = "One JSON object, a member for each service.")
          boolean json) {
    var api = new OpsApi(target.system());
    var terminal = quadrille.terminal(spec);
    var answers = new LinkedHashMap<String, JsonNode>();
    for (var service : services == null ? List.of(Participant.values()) : services) {
      var answer =
          api.post(service, "/ops/relay/republish", Map.of("from", from.toString()), REPUBLISHING);
      answers.put(service.label(), answer);
      if (!json) {
        terminal.raw(
            "%-16s %d events sent again as %s"
                .formatted(
                    service.label(),
                    answer.path("events").asLong(),
                    answer.path("replay").asString()));
      }
    }
    if (json) {
      terminal.json(answers);
    }
    return ExitCode.WELL;
  }

  private static boolean streams(JsonNode relay) {
    return relay.path("streaming").asBoolean();
  }

  static String row(String service, JsonNode relay) {
    return ROW.formatted(
        service,
        relay.path("mode").asString(),
        relay.path("role").asString(),
        relay.path("oldestUnpublishedMillis").asLong(),
        relay.path("slot").path("lagBytes").asString("-"),
        state(relay));
  }

  private static String state(JsonNode relay) {
    var state = relay.path("problem").asString(streams(relay) ? "streams" : "does not stream");
    var refused = relay.path("refused");
    return refused.isObject()
        ? "%s, but for what Kafka refuses: %d, first %s %s of %d bytes"
            .formatted(
                state,
                refused.path("events").asLong(),
                refused.path("firstType").asString(),
                refused.path("firstId").asString(),
                refused.path("firstBytes").asLong())
        : state;
  }

  /** A time with its zone: without one nobody knows which of two hours was meant. */
  static final class Time implements ITypeConverter<Instant> {
    @Override
    public Instant convert(String text) {
      try {
        return OffsetDateTime.parse(text).toInstant();
      } catch (DateTimeParseException e) {
        throw new TypeConversionException(
            "'%s' is no time with a zone, such as 2026-03-29T02:30:00+01:00".formatted(text));
      }
    }
  }
}
