package dev.quadrille.cli;

import dev.quadrille.cli.connection.MissingConnectionException;
import dev.quadrille.cli.connection.OpsApi;
import dev.quadrille.cli.connection.TargetSystem;
import dev.quadrille.cli.connection.UnreachableException;
import dev.quadrille.cli.topics.TopicAdmin;
import dev.quadrille.local.Part;
import dev.quadrille.local.Participant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

/** How the parts of a system are that runs elsewhere, as far as a connection file names them. */
final class TargetParts {
  private final TargetSystem system;

  TargetParts(TargetSystem system) {
    this.system = system;
  }

  List<Status> all() {
    var parts = new ArrayList<Status>();
    parts.add(part(Part.KAFKA, this::kafka));
    parts.add(part(Part.REGISTRY, this::registry));
    for (var service : Participant.values()) {
      parts.add(part(service.label() + "'s database", () -> database(service)));
      parts.add(part(service.label(), () -> service(service)));
    }
    return parts;
  }

  private static Status part(String label, Supplier<@Nullable String> trouble) {
    try {
      var found = trouble.get();
      return new Status(label, found == null, found);
    } catch (UnreachableException | MissingConnectionException e) {
      return new Status(label, false, e.getMessage());
    }
  }

  private @Nullable String kafka() {
    try (var admin = new TopicAdmin(system.kafka())) {
      admin.requireAnswer();
      return null;
    }
  }

  private @Nullable String registry() {
    return system.viewer().registryTrouble().orElse(null);
  }

  private @Nullable String database(Participant service) {
    try {
      system.database(service.label()).sql("SELECT 1").query(Integer.class).single();
      return null;
    } catch (DataAccessException e) {
      return Complaint.of(e).text();
    }
  }

  private @Nullable String service(Participant service) {
    var health = new OpsApi(system).health(service);
    var ill =
        health.path("components").properties().stream()
            .filter(part -> !part.getValue().path("status").asString("UP").equals("UP"))
            .map(part -> part.getKey())
            .toList();
    return health.path("status").asString("").equals("UP")
        ? null
        : "not well: " + String.join(", ", ill);
  }

  /**
   * How a part is.
   *
   * @param trouble why it cannot do its work; null when it can
   */
  record Status(String part, boolean up, @Nullable String trouble) {

    String row() {
      return "%-24s  %s".formatted(part, up ? "@|green up|@" : "@|red down|@  " + trouble);
    }
  }
}
