package dev.quadrille.testkit.platform;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An Apicurio Registry as a process of its own on the loopback address. It keeps its schemas in a
 * PostgreSQL database, or in files of its own when it is given none.
 */
public final class SchemaRegistry implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final Duration GLANCE = Duration.ofSeconds(2);
  // One client for all: each brings threads of its own.
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final WorkDirectory directory;
  private final int port;
  private final @Nullable Database database;
  private @Nullable ChildJvm process;

  /** A registry that is not started yet; its schemas lie in the directory. */
  public SchemaRegistry(WorkDirectory directory, int port) {
    this(directory, port, null);
  }

  /**
   * A registry that is not started yet; its schemas lie in the database, only its log in the
   * directory.
   */
  public SchemaRegistry(WorkDirectory directory, int port, @Nullable Database database) {
    this.directory = directory;
    this.port = port;
    this.database = database;
  }

  /** A registry on a free port whose schemas go with it. */
  public static SchemaRegistry temporary() {
    return new SchemaRegistry(WorkDirectory.temporary(), Ports.free());
  }

  /**
   * Starts the registry and waits until it answers: the first time, or again with the same schemas
   * and port.
   *
   * @throws PlatformException when it does not come up
   */
  public SchemaRegistry start() {
    Ports.requireFree(port, "the schema registry");
    process =
        ChildJvm.start(
            "the schema registry", directory.file("registry.log"), environment(), arguments());
    process.awaitReady(() -> answers(url()), PATIENCE);
    return this;
  }

  /** Shuts the registry down in order. */
  public void stop() {
    if (process != null) {
      process.stop();
    }
  }

  /** {@code kill -9}. */
  public void kill() {
    if (process != null) {
      process.kill();
    }
  }

  /** Its process, if it runs. */
  public Optional<Long> pid() {
    return Optional.ofNullable(process).filter(ChildJvm::isRunning).map(ChildJvm::pid);
  }

  public boolean isRunning() {
    return process != null && process.isRunning();
  }

  /**
   * Whether a registry serves clients.
   *
   * @param registry where it is, without a path
   */
  public static boolean answers(URI registry) {
    var request =
        HttpRequest.newBuilder(URI.create(Platform.ccompat(registry) + "/subjects"))
            .timeout(GLANCE)
            .build();
    try {
      return HTTP.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException notYet) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PlatformException("interrupted while waiting for the schema registry", e);
    }
  }

  /** Where the registry answers, without a path. */
  public URI url() {
    return URI.create("http://127.0.0.1:" + port);
  }

  /** Where the registry speaks Confluent's REST API. */
  public URI ccompatUrl() {
    return Platform.ccompat(url());
  }

  /** Stops the registry; a temporary one leaves nothing. */
  @Override
  public void close() {
    if (directory.isTemporary()) {
      kill();
    } else {
      stop();
    }
    directory.close();
  }

  private Map<String, String> environment() {
    var environment = new HashMap<String, String>();
    environment.put("QUARKUS_HTTP_HOST", "127.0.0.1");
    environment.put("QUARKUS_HTTP_PORT", Integer.toString(port));
    environment.put("QUARKUS_HTTP_ACCESS_LOG_ENABLED", "false");
    environment.put("APICURIO_STORAGE_KIND", "sql");
    environment.put("APICURIO_DATASOURCE_JDBC_INITIAL_SIZE", "1");
    environment.put("APICURIO_DATASOURCE_JDBC_MIN_SIZE", "1");
    environment.put("APICURIO_DATASOURCE_JDBC_MAX_SIZE", "8");
    if (database == null) {
      environment.put("APICURIO_STORAGE_SQL_KIND", "h2");
      environment.put("APICURIO_DATASOURCE_URL", "jdbc:h2:file:" + directory.file("schemas"));
    } else {
      environment.put("APICURIO_STORAGE_SQL_KIND", "postgresql");
      environment.put("APICURIO_DATASOURCE_URL", database.jdbcUrl());
      environment.put("APICURIO_DATASOURCE_USERNAME", database.user());
      environment.put("APICURIO_DATASOURCE_PASSWORD", database.password());
    }
    return environment;
  }

  private static List<String> arguments() {
    return List.of("-Xmx192m", "-XX:TieredStopAtLevel=1", "-jar", runner().toString());
  }

  private static Path runner() {
    Path home = Build.registryHome();
    try (Stream<Path> files = Files.list(home)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith("-runner.jar"))
          .findFirst()
          .orElseThrow(
              () -> new PlatformException("no runner jar of the schema registry in " + home));
    } catch (IOException e) {
      throw new PlatformException("cannot read %s: %s".formatted(home, e), e);
    }
  }
}
