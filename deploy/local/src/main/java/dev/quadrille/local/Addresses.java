package dev.quadrille.local;

import dev.quadrille.testkit.platform.Database;
import java.net.URI;

/**
 * Where a system on this machine is reached.
 *
 * @param ports the ports that its parts listen on
 */
public record Addresses(SystemPorts ports) {
  private static final String HOST = "127.0.0.1";
  private static final String POSTGRES_USER = "postgres";

  /** Where a service answers, without a path. */
  public URI url(Participant participant) {
    return http(ports.of(participant));
  }

  /** The database of a service. */
  public Database database(Participant participant) {
    return postgres().sibling(participant.label());
  }

  /** The maintenance database of the server that holds all of them. */
  public Database postgres() {
    return new Database(HOST, ports.platform().postgres(), "postgres", POSTGRES_USER, "");
  }

  /** The value of Kafka's client setting {@code bootstrap.servers}. */
  public String bootstrapServers() {
    return HOST + ":" + ports.platform().kafka();
  }

  /** Where the schema registry answers, without a path. */
  public URI registry() {
    return http(ports.platform().registry());
  }

  /** Where the schema registry speaks Confluent's REST API. */
  public URI ccompat() {
    return registry().resolve("/apis/ccompat/v7");
  }

  static URI http(int port) {
    return URI.create("http://" + HOST + ":" + port);
  }
}
