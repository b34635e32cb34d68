package dev.quadrille.testkit.oracle;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The system that is looked at. */
public interface Target {

  /** The services, by name. */
  List<String> SERVICES = List.of("order", "inventory", "account", "notification");

  /** A service's database; reading it is enough. */
  JdbcClient database(String service);

  /** Kafka's client setting {@code bootstrap.servers}. */
  String bootstrapServers();

  /** All that a client of Kafka is told: where it is, and how to log on to it. */
  default Map<String, Object> kafka() {
    return Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers());
  }
}
