package dev.quadrille.testkit.platform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A PostgreSQL server on the loopback address, as durable as one in production: it commits to the
 * disk, and it writes what logical decoding needs. Everybody on this machine may log on as
 * superuser {@code postgres}.
 */
public final class PostgresServer implements AutoCloseable {

  private static final String USER = "postgres";
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Map<String, String> PROMISED =
      Map.of("fsync", "on", "synchronous_commit", "on", "full_page_writes", "on");

  private final WorkDirectory directory;
  private final int port;
  private final PostgresBinaries binaries = PostgresBinaries.unpacked();
  private final Map<String, String> settings = new LinkedHashMap<>(PROMISED);

  /**
   * A server that is not started yet; its data lies in the directory and is made by the first
   * start.
   */
  public PostgresServer(WorkDirectory directory, int port) {
    this.directory = directory;
    this.port = port;
    settings.put("wal_level", "logical");
    settings.put("listen_addresses", "127.0.0.1");
    // A socket file would outlive a killed server.
    settings.put("unix_socket_directories", "");
    // For each service two lanes, HTTP and the relay; in tests several application contexts of
    // each.
    settings.put("max_connections", "400");
    settings.put("max_wal_senders", "40");
    settings.put("max_replication_slots", "100");
    settings.put("shared_buffers", "128MB");
    settings.put("max_wal_size", "1GB");
    settings.put("timezone", "UTC");
  }

  /** A server on a free port whose data goes with it. */
  public static PostgresServer temporary() {
    return new PostgresServer(WorkDirectory.temporary(), Ports.free());
  }

  /** Sets a configuration parameter for the starts to come. */
  public PostgresServer with(String parameter, String value) {
    settings.put(parameter, value);
    return this;
  }

  /**
   * Starts the server and waits until it accepts connections: the first time, or again on the same
   * data and port.
   *
   * @throws PlatformException when it does not come up or would not be durable
   */
  public PostgresServer start() {
    Ports.requireFree(port, "PostgreSQL");
    if (!Files.isDirectory(data())) {
      initialise();
    }
    run(
        "PostgreSQL did not start",
        binaries.command(
            "pg_ctl",
            "start",
            "-w",
            "-t",
            seconds(),
            "-D",
            data().toString(),
            "-l",
            log().toString(),
            "-o",
            options()));
    requirePromisedSettings();
    return this;
  }

  /** Ends the server: sessions are cut, transactions rolled back, the data is left clean. */
  public void stop() {
    if (isRunning()) {
      run(
          "PostgreSQL did not stop",
          binaries.command(
              "pg_ctl", "stop", "-w", "-t", seconds(), "-m", "fast", "-D", data().toString()));
    }
  }

  /** {@code kill -9} of all its processes: the next start recovers from the write-ahead log. */
  public void kill() {
    postmaster().ifPresent(PostgresServer::kill);
  }

  /** Its main process, if it runs. */
  public Optional<Long> pid() {
    return postmaster().map(ProcessHandle::pid);
  }

  public boolean isRunning() {
    return postmaster().isPresent();
  }

  public int port() {
    return port;
  }

  /** A database of this server, which need not exist. */
  public Database database(String name) {
    return new Database("127.0.0.1", port, name, USER, "");
  }

  /** Creates a database unless it exists. */
  public Database createDatabase(String name) {
    Database admin = database(USER);
    if (admin.ask("SELECT count(*) FROM pg_database WHERE datname = '" + name + "'").equals("0")) {
      admin.execute("CREATE DATABASE \"" + name + "\"");
    }
    return database(name);
  }

  /** Stops the server; a temporary one leaves nothing. */
  @Override
  public void close() {
    stop();
    directory.close();
  }

  // Aside and then moved: a start that was killed halfway must not leave data that looks complete.
  private void initialise() {
    Path unfinished = directory.file("initdb");
    Directories.delete(unfinished);
    run(
        "PostgreSQL could not create its data",
        binaries.command(
            "initdb",
            "-D",
            unfinished.toString(),
            "-U",
            USER,
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C",
            "--no-sync"));
    try {
      Files.move(unfinished, data());
    } catch (IOException e) {
      throw new PlatformException("cannot create " + data() + ": " + e, e);
    }
  }

  private void requirePromisedSettings() {
    PROMISED.forEach(
        (parameter, promised) -> {
          String actual = database(USER).ask("SHOW " + parameter);
          if (!actual.equals(promised)) {
            stop();
            throw new PlatformException(
                "PostgreSQL runs with %s=%s, wanted is %s".formatted(parameter, actual, promised));
          }
        });
  }

  private String options() {
    var options = Stream.concat(Stream.of("port=" + port, Reaper.ofThisJvm().mark()), settings());
    return options
        .map(option -> "-c '" + option.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" "));
  }

  private Stream<String> settings() {
    return settings.entrySet().stream().map(setting -> setting.getKey() + "=" + setting.getValue());
  }

  private Optional<ProcessHandle> postmaster() {
    try (Stream<String> lines = Files.lines(data().resolve("postmaster.pid"))) {
      return lines.findFirst().flatMap(pid -> ProcessHandle.of(Long.parseLong(pid.strip())));
    } catch (IOException notRunning) {
      return Optional.empty();
    }
  }

  private static void kill(ProcessHandle postmaster) {
    List<ProcessHandle> processes =
        Stream.concat(Stream.of(postmaster), postmaster.descendants()).toList();
    processes.forEach(ProcessHandle::destroyForcibly);
    Waiting.until(
        () -> processes.stream().noneMatch(ProcessHandle::isAlive),
        PATIENCE,
        () -> "PostgreSQL cannot be killed");
  }

  private void run(String complaint, List<String> command) {
    LogFile output = LogFile.from(log());
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
    try {
      if (builder.start().waitFor() != 0) {
        throw new PlatformException(complaint + ": " + output.reason());
      }
    } catch (IOException e) {
      throw new PlatformException(complaint + ": " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PlatformException(complaint + ": interrupted", e);
    }
  }

  private Path data() {
    return directory.file("data");
  }

  private Path log() {
    return directory.file("postgres.log");
  }

  private static String seconds() {
    return Long.toString(PATIENCE.toSeconds());
  }
}
