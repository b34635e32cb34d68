package dev.quadrille.relay;

import dev.quadrille.testkit.platform.Database;
import dev.quadrille.tracing.EventTraces;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.health.contributor.Health;

/** A relay in this JVM, as one process of a service runs it. */
final class TestRelay implements AutoCloseable {
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final RelayParts parts;
  private final RelayFaults faults = new RelayFaults();
  private final OutboxRelay relay;

  TestRelay(Database database, String bootstrapServers) {
    this(database, bootstrapServers, Map.of());
  }

  /**
   * @param settings by their names below {@code quadrille.relay}
   */
  TestRelay(Database database, String bootstrapServers, Map<String, String> settings) {
    var properties = bind(settings);
    var id = UUID.randomUUID();
    parts =
        new RelayParts(
            "test-" + id.toString().substring(0, 8),
            id,
            new RelayDatabase(
                database.jdbcUrl(),
                database.user(),
                properties.passwordFile() == null ? database::password : properties::ownPassword),
            Map.of("bootstrap.servers", bootstrapServers),
            properties,
            new RelayStatus(meters, properties.streamingThreshold()),
            faults,
            EventTraces.none());
    relay = new OutboxRelay(parts);
  }

  TestRelay start() {
    relay.start();
    return this;
  }

  OutboxRelay relay() {
    return relay;
  }

  RelayStatus status() {
    return parts.status();
  }

  RelayParts parts() {
    return parts;
  }

  RelayFaults faults() {
    return faults;
  }

  boolean leads() {
    return status().role() == RelayStatus.Role.LEADER;
  }

  /** Whether this relay leads and its beats come back. */
  boolean streams() {
    return leads() && relay.isStreaming();
  }

  Health health() {
    return new RelayHealthIndicator(status()).health();
  }

  /** Why it is not ready; null: it is. */
  @Nullable String reason() {
    return (String) health().getDetails().get("reason");
  }

  double gaps() {
    return meters.get("quadrille.relay.gaps").counter().count();
  }

  SimpleMeterRegistry meters() {
    return meters;
  }

  @Override
  public void close() {
    relay.stop();
  }

  private static RelayProperties bind(Map<String, String> settings) {
    var prefixed = new HashMap<String, String>();
    settings.forEach((name, value) -> prefixed.put("quadrille.relay." + name, value));
    return new Binder(new MapConfigurationPropertySource(prefixed))
        .bindOrCreate("quadrille.relay", RelayProperties.class);
  }
}
