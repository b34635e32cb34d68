package dev.quadrille.cli.connection;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonCreator;
import dev.quadrille.codec.RegistryLogin;
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
 * @param registry the schema registry
 * @param token bearer token with the scope {@code ops}
 * @param services by their names
 */
record Connections(
    @Nullable Map<String, String> kafka,
    @Nullable Registry registry,
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
        Registry.open(addresses.ccompat().toString()),
        token,
        services);
  }

  Service service(Participant participant) {
    var known = services == null ? null : services.get(participant.label());
    return known == null ? new Service(null, null) : known;
  }

  /**
   * A schema registry; in a file that of {@link #open} may be its URL alone.
   *
   * @param url base of its REST API as Confluent defined it
   * @param username of a registry that asks, by HTTP Basic
   */
  record Registry(String url, @Nullable String username, @Nullable String password) {

    @JsonCreator
    Registry {
      requireNonNull(url, "url");
      if ((username == null) != (password == null)) {
        throw new IllegalArgumentException("username and password go together");
      }
      if (url.contains("@")) {
        throw new IllegalArgumentException("the url holds a login, which is to be said beside");
      }
    }

    /** One that does not ask. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Registry open(String url) {
      return new Registry(url, null, null);
    }

    RegistryLogin login() {
      return username == null ? RegistryLogin.NONE : RegistryLogin.of(username, password);
    }

    @Override
    public String toString() {
      return url;
    }
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
