package dev.quadrille.cli.why;

import dev.quadrille.cli.connection.MissingConnectionException;
import dev.quadrille.cli.connection.OpsApi;
import dev.quadrille.cli.connection.RefusedException;
import dev.quadrille.cli.connection.TargetSystem;
import dev.quadrille.cli.connection.UnreachableException;
import dev.quadrille.cli.topics.TopicAdmin;
import dev.quadrille.codec.EventViewer;
import dev.quadrille.contracts.Lane;
import dev.quadrille.handling.ConsumerGroup;
import dev.quadrille.local.Participant;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.springframework.dao.DataAccessException;
import tools.jackson.databind.JsonNode;

/** What services, groups and databases say of themselves when somebody asks. */
final class Surroundings implements AutoCloseable {
  private static final String HOLDERS =
      """
      SELECT DISTINCT b.pid, b.application_name, b.state,
             coalesce(extract(epoch FROM now() - b.xact_start), 0)::bigint AS age
      FROM pg_stat_activity AS w CROSS JOIN LATERAL unnest(pg_blocking_pids(w.pid)) AS h (pid)
      JOIN pg_stat_activity AS b ON b.pid = h.pid
      WHERE w.datname = current_database() AND w.wait_event_type = 'Lock' AND b.pid <> w.pid
        AND NOT EXISTS (SELECT FROM unnest(pg_blocking_pids(b.pid)))
      """;

  private final TargetSystem system;
  private final OpsApi api;
  private final EventViewer viewer;
  private final TopicAdmin topics;

  Surroundings(TargetSystem system, EventViewer viewer) {
    this.system = system;
    this.api = new OpsApi(system);
    this.viewer = viewer;
    this.topics = new TopicAdmin(system.kafka());
  }

  /** What keeps a service from answering; empty if it answers. */
  Optional<String> silence(Participant service) {
    try {
      api.health(service);
      return Optional.empty();
    } catch (UnreachableException | MissingConnectionException e) {
      return Optional.of(e.getMessage());
    }
  }

  /** The parts of a service that are not well, each with its reason. */
  List<String> illness(Participant service) {
    return api.health(service).path("components").properties().stream()
        .filter(part -> !part.getValue().path("status").asString("UP").equals("UP"))
        .filter(part -> !part.getKey().endsWith("State"))
        .map(
            part ->
                part.getKey()
                    + part.getValue()
                        .path("details")
                        .path("reason")
                        .asStringOpt()
                        .map(reason -> " (" + reason + ")")
                        .orElse(""))
        .toList();
  }

  /** What a service's relay says. */
  JsonNode relay(Participant service) {
    return api.get(service, "/ops/relay");
  }

  /** Whether somebody holds a lane of a service. */
  boolean paused(Participant service, Lane lane) {
    try {
      return api.get(service, "/ops/lanes/" + lane.label()).path("paused").asBoolean();
    } catch (RefusedException e) {
      return false;
    }
  }

  /** Why the registry does not answer; empty if it does. */
  Optional<String> registryTrouble() {
    return viewer.registryTrouble();
  }

  /** The next offset that a service reads of a partition; empty if its group has none. */
  OptionalLong next(Participant service, Lane lane, String topic, int partition) {
    var committed =
        topics
            .committed(ConsumerGroup.of(service.label(), lane))
            .get(new TopicPartition(topic, partition));
    return committed == null ? OptionalLong.empty() : OptionalLong.of(committed);
  }

  /** How many records a service has not read of a partition. */
  long lag(String topic, int partition, long next) {
    var where = new TopicPartition(topic, partition);
    return topics.ends(List.of(where)).get(where) - next;
  }

  /** Who holds locks in a service's database that others wait for: backends and how they are. */
  Map<Long, String> holders(Participant service) {
    try {
      return system
          .database(service.label())
          .sql(HOLDERS)
          .query(
              (row, number) ->
                  Map.entry(
                      row.getLong("pid"),
                      "session %d (%s, %s, for %s)"
                          .formatted(
                              row.getLong("pid"),
                              name(row.getString("application_name")),
                              row.getString("state"),
                              Diagnosis.age(Duration.ofSeconds(row.getLong("age"))))))
          .list()
          .stream()
          .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    } catch (DataAccessException e) {
      return Map.of();
    }
  }

  @Override
  public void close() {
    topics.close();
  }

  private static String name(String application) {
    return application == null || application.isBlank() ? "without a name" : application;
  }
}
