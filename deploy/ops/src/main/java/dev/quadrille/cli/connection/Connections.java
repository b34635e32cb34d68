package dev.quadrille.cli.connection;

import static java.util.Objects.requireNonNull;

import dev.quadrille.local.Addresses;
import dev.quadrille.local.Participant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.jspecify.annotations.Nullable;

/**
 * How a system is reached, as a connection file says it. What is absent is only missed by commands
 * that need it.
 *
 * @param kafka settings of Kafka's clients, {@code bootstrap.servers} among them
 * @param registry base of the registry's REST API as Confluent defined it
 * @param token bearer token with the scope {@code ops}
 * @param services by their names
 */
record Connections(
    @Nullable Map<String, String> kafka,
    @Nullable String registry,
    @Nullable String token,
    @Nullable Map<String, Service> services) {

  /** Those of a system on this machine. */
  static Connections of(Addresses addresses, String token) {
    var services = new LinkedHashMap<String, Service>();
    for (var participant : Participant.values()) {
      var database = addresses.database(participant);
      services.put(
          participant.label(),
          new Service(
              addresses.url(participant).toString(),
              new Login(database.jdbcUrl(), database.user(), database.password())));
    }
    return new Connections(
        Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, addresses.bootstrapServers()),
        addresses.ccompat().toString(),
        token,
        services);
  }

  Service service(Participant participant) {
    var known = services == null ? null : services.get(participant.label());
    return known == null ? new Service(null, null) : known;
  }

  /**
   * A service.
   *
   * @param url where it answers, without a path
   * @param database where it keeps what it knows
   */
  record Service(@Nullable String url, @Nullable Login database) {}

  /**
   * A database; a role that may read is enough.
   *
   * @param url as JDBC writes it
   */
  record Login(String url, String user, String password) {

    Login {
      requireNonNull(url, "url");
      requireNonNull(user, "user");
      requireNonNull(password, "password");
    }
  }
}
