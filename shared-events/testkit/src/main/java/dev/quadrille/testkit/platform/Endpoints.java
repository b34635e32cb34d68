package dev.quadrille.testkit.platform;

import java.net.URI;
import java.util.Properties;

/**
 * Where the parts of a platform are reached.
 *
 * @param postgres the maintenance database of the server
 * @param bootstrapServers where Kafka is reached
 * @param registry the schema registry, without a path
 */
public record Endpoints(Database postgres, String bootstrapServers, URI registry) {

  Properties toProperties() {
    var properties = new Properties();
    properties.setProperty("postgres.host", postgres.host());
    properties.setProperty("postgres.port", Integer.toString(postgres.port()));
    properties.setProperty("postgres.name", postgres.name());
    properties.setProperty("postgres.user", postgres.user());
    properties.setProperty("postgres.password", postgres.password());
    properties.setProperty("kafka", bootstrapServers);
    properties.setProperty("registry", registry.toString());
    return properties;
  }

  static Endpoints of(Properties properties) {
    var postgres =
        new Database(
            properties.getProperty("postgres.host"),
            Integer.parseInt(properties.getProperty("postgres.port")),
            properties.getProperty("postgres.name"),
            properties.getProperty("postgres.user"),
            properties.getProperty("postgres.password"));
    return new Endpoints(
        postgres, properties.getProperty("kafka"), URI.create(properties.getProperty("registry")));
  }
}
