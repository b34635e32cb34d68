package dev.quadrille.relay;

import dev.quadrille.tracing.EventTraces;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/**
 * What a relay is made of, and opens anew for every term.
 *
 * @param name of the service; names threads, clients and connections
 * @param id of this relay in the lease
 * @param kafka where Kafka is and how to speak to it, as Spring Boot configures a producer
 */
record RelayParts(
    String name,
    UUID id,
    RelayDatabase database,
    Map<String, Object> kafka,
    RelayProperties settings,
    RelayStatus status,
    RelayFaults faults,
    EventTraces traces) {

  // Longer than any single wait of the server, short enough to notice a cut network.
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  String slotName() {
    return settings.slot() != null
        ? settings.slot()
        : "quadrille_" + database.name().toLowerCase(Locale.ROOT).replaceAll("\\W", "_");
  }

  RelayLease openLease() throws SQLException {
    return new RelayLease(
        database.connect(name + " lease", settings.leaseTimeout()),
        id,
        slotName(),
        settings.leaseTimeout());
  }

  /** A connection for the work between two runs of the engine. */
  Connection connect() throws SQLException {
    return database.connect(name + " relay", settings.slotTimeout().plus(PATIENCE));
  }

  RelayProducer openProducer(String purpose) {
    return RelayProducer.open(this, purpose);
  }

  /**
   * Keeps what Kafka refuses.
   *
   * @throws RelayException when it cannot be kept
   */
  void note(List<Refusal> refusals) {
    try (var connection = connect()) {
      new RefusedEvents(connection).note(refusals);
    } catch (SQLException e) {
      throw new RelayException(
          "what Kafka refuses cannot be noted in refused_events: " + e.getMessage(), e);
    }
  }
}
