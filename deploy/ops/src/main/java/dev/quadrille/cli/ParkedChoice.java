package dev.quadrille.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quadrille.cli.connection.OpsApi;
import dev.quadrille.handling.ParkedFilter.State;
import dev.quadrille.handling.ParkingReason;
import dev.quadrille.local.Participant;
import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Which parked events to look for. */
final class ParkedChoice {
  @Option(
      names = "--service",
      split = ",",
      paramLabel = "NAME",
      description = "Of ${COMPLETION-CANDIDATES}; all if not given.")
  private @Nullable List<Participant> services;

  @Option(names = "--type", paramLabel = "TYPE", description = "Events such as OrderPlaced.")
  private @Nullable String type;

  @Option(names = "--reason", paramLabel = "REASON", description = "${COMPLETION-CANDIDATES}")
  private @Nullable ParkingReason reason;

  @Option(names = "--order", paramLabel = "ID", description = "Events about this order.")
  private @Nullable UUID order;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      defaultValue = "OPEN",
      description =
          "OPEN, or of these only DUE (attempted again by itself) or WAITING (for a person); or "
              + "SETTLED (default: ${DEFAULT-VALUE}).")
  private State state = State.OPEN;

  /** Whether it leaves anything out. */
  boolean narrows() {
    return services != null
        || type != null
        || reason != null
        || order != null
        || state != State.OPEN;
  }

  /** Those of each service in the order of their coming, page after page as they are wanted. */
  Stream<Found> find(OpsApi api, Participant... all) {
    return (services == null ? Stream.of(all) : services.stream())
        .flatMap(service -> find(api, service));
  }

  private Stream<Found> find(OpsApi api, Participant service) {
    return Stream.iterate(
            page(api, service, 0),
            page -> page != null,
            page ->
                page.path("next").isNull() ? null : page(api, service, page.path("next").asLong()))
        .flatMap(page -> page.path("items").valueStream())
        .map(item -> new Found(new ParkedNumber(service, item.path("id").asLong()), item));
  }

  private JsonNode page(OpsApi api, Participant service, long after) {
    var query = new LinkedHashMap<String, Object>();
    query.put("after", after);
    query.put("state", state);
    query.put("type", type);
    query.put("reason", reason);
    query.put("order", order);
    return api.get(
        service,
        query.entrySet().stream()
            .filter(entry -> entry.getValue() != null)
            .map(entry -> entry.getKey() + "=" + URLEncoder.encode("" + entry.getValue(), UTF_8))
            .collect(Collectors.joining("&", "/ops/parked?", "")));
  }

  /**
   * What was found.
   *
   * @param item as the service shows it
   */
  record Found(ParkedNumber number, JsonNode item) {}
}
