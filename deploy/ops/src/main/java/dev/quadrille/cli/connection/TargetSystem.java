package dev.quadrille.cli.connection;

import dev.quadrille.codec.EventMask;
import dev.quadrille.codec.EventSchemas;
import dev.quadrille.codec.EventViewer;
import dev.quadrille.codec.RegistryClient;
import dev.quadrille.codec.RegistryLogin;
import dev.quadrille.codec.SpoiledEvents;
import dev.quadrille.local.Addresses;
import dev.quadrille.local.Participant;
import dev.quadrille.testkit.TokenIssuer;
import dev.quadrille.testkit.oracle.Target;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.CommonClientConfigs;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import tools.jackson.databind.json.JsonMapper;

/** A system that commands talk to: one that runs here, or one that a connection file describes. */
public final class TargetSystem implements Target {
  private static final Duration TOKEN_LASTS = Duration.ofHours(12);

  // A person waits.
  private static final Map<String, String> PATIENCE =
      Map.of(
          CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, "15000",
          CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, "10000");

  private static final Duration REGISTRY_PATIENCE = Duration.ofSeconds(5);

  private final String name;
  private final String option;
  private final Connections connections;
  private final @Nullable TokenIssuer issuer;
  private final Map<String, JdbcClient> databases = new HashMap<>();

  /**
   * A system.
   *
   * @param name how messages call what describes it
   * @param option what names it on a command line; empty if nothing has to
   * @param issuer whose tokens its services believe; null if there is only the one it was given
   */
  TargetSystem(String name, String option, Connections connections, @Nullable TokenIssuer issuer) {
    this.name = name;
    this.option = option;
    this.connections = connections;
    this.issuer = issuer;
  }

  /**
   * One that runs on this machine.
   *
   * @param option what names it on a command line; empty if nothing has to
   */
  public static TargetSystem of(Addresses addresses, TokenIssuer tokens, String option) {
    return new TargetSystem(
        "the system on this machine",
        option,
        Connections.of(addresses, tokens.ops(TOKEN_LASTS)),
        tokens);
  }

  /**
   * One that a connection file describes.
   *
   * @throws MissingConnectionException if it cannot be read or understood
   */
  public static TargetSystem of(Path file) {
    return new TargetSystem(
        file.toString(), "--target " + file, ConnectionFile.read(file, System::getenv), null);
  }

  /**
   * Where a service answers, without a path.
   *
   * @throws MissingConnectionException if nobody said where
   */
  public String url(Participant service) {
    return present(connections.service(service).url(), service.label() + "'s url")
        .replaceAll("/+$", "");
  }

  /** What opens the services to people on call. */
  public String token() {
    return present(connections.token(), "a token");
  }

  /**
   * What opens the orders of a merchant: on another machine, the token that we were given, which
   * may be this merchant's or not.
   */
  String token(String merchant) {
    return issuer == null ? token() : issuer.merchant(merchant, TOKEN_LASTS);
  }

  /** The base of the registry's REST API as Confluent defined it. */
  public URI registry() {
    return URI.create(registryAsSaid().url());
  }

  /** Who we are to the registry. */
  public RegistryLogin registryLogin() {
    return registryAsSaid().login();
  }

  /** What reads its events for people. */
  public EventViewer viewer() {
    return new EventViewer(registryClient());
  }

  /** What spoils events whose schemas its registry knows. */
  public SpoiledEvents spoiled() {
    return new SpoiledEvents(registryClient());
  }

  /** What takes personal texts out of events. */
  public EventMask mask() {
    return new EventMask(registryClient());
  }

  /** This version's schemas and its registry. */
  public EventSchemas schemas() {
    return new EventSchemas(registryClient());
  }

  private RegistryClient registryClient() {
    return new RegistryClient(registry(), registryLogin(), REGISTRY_PATIENCE, JsonMapper.shared());
  }

  private Connections.Registry registryAsSaid() {
    return present(connections.registry(), "the registry");
  }

  @Override
  public JdbcClient database(String service) {
    return databases.computeIfAbsent(service, label -> JdbcClient.create(dataSource(label)));
  }

  /** Connections to a service's database, which refuse to write. */
  public DriverManagerDataSource dataSource(String service) {
    var login =
        present(
            connections.service(Participant.labelled(service)).database(), service + "'s database");
    var properties = new Properties();
    // The server itself refuses: a command that only looks cannot change anything by mistake.
    properties.setProperty("readOnly", "true");
    properties.setProperty("readOnlyMode", "always");
    properties.setProperty("ApplicationName", "quadrille");
    properties.setProperty("connectTimeout", "10");
    var source = new DriverManagerDataSource(login.url(), login.user(), login.password());
    source.setConnectionProperties(properties);
    return source;
  }

  @Override
  public String bootstrapServers() {
    return kafka().get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG).toString();
  }

  @Override
  public Map<String, Object> kafka() {
    var settings = new HashMap<String, Object>(PATIENCE);
    settings.putAll(present(connections.kafka(), "kafka"));
    return settings;
  }

  /** How another command about the same system is typed. */
  public String command(String command) {
    return "quadrille %s%s".formatted(command, option.isEmpty() ? "" : " " + option);
  }

  private <T> T present(@Nullable T value, String what) {
    if (value == null) {
      throw new MissingConnectionException("%s does not say %s".formatted(name, what));
    }
    return value;
  }
}
