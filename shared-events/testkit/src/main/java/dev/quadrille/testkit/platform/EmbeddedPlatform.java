package dev.quadrille.testkit.platform;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * The three parts as processes of this machine. The registry keeps its schemas in PostgreSQL, as in
 * production.
 */
public final class EmbeddedPlatform implements StartedPlatform {

  private static final String REGISTRY = "registry";

  private final WorkDirectory directory;
  private final PostgresServer postgres;
  private final KafkaBroker kafka;
  private final SchemaRegistry registry;

  /** A platform that is not started yet; its data, if there is any, lies in the directory. */
  public EmbeddedPlatform(WorkDirectory directory, PlatformPorts ports) {
    this.directory = directory;
    this.postgres = new PostgresServer(directory.part("postgres"), ports.postgres());
    this.kafka = new KafkaBroker(directory.part("kafka"), ports.kafka());
    this.registry =
        new SchemaRegistry(directory.part(REGISTRY), ports.registry(), postgres.database(REGISTRY));
  }

  /** Starts a platform on free ports whose data goes with it. */
  public static EmbeddedPlatform start() {
    return start(WorkDirectory.temporary(), PlatformPorts.free());
  }

  /**
   * Starts a platform, with the data that is in the directory if there is any.
   *
   * @throws PlatformException when a part does not come up; then none is left running
   */
  public static EmbeddedPlatform start(WorkDirectory directory, PlatformPorts ports) {
    var platform = new EmbeddedPlatform(directory, ports);
    try {
      platform.start(Progress.SILENT);
      return platform;
    } catch (RuntimeException e) {
      platform.close();
      throw e;
    }
  }

  public PostgresServer postgres() {
    return postgres;
  }

  public KafkaBroker kafka() {
    return kafka;
  }

  public SchemaRegistry registry() {
    return registry;
  }

  public Platform platform() {
    return new Platform(endpoints());
  }

  @Override
  public Endpoints endpoints() {
    return new Endpoints(postgres.database("postgres"), kafka.bootstrapServers(), registry.url());
  }

  /** Ends the parts that run so that a start under way fails soon; close it afterwards. */
  public void abandon() {
    registry.kill();
    kafka.kill();
    postgres.stop();
  }

  /** Stops the parts, those first that use others. */
  @Override
  public void close() {
    // Closed in reverse order, each also when another one fails.
    try (directory;
        postgres;
        kafka;
        registry) {
      if (directory.isTemporary()) {
        registry.kill();
        kafka.kill();
      }
    }
  }

  /**
   * Starts the parts, side by side: each of them mostly waits for itself.
   *
   * @throws PlatformException when a part does not come up; the others may be running then
   */
  public void start(Progress progress) {
    var broker = CompletableFuture.runAsync(() -> progress.tell("Kafka", kafka::start));
    var schemas =
        CompletableFuture.runAsync(
            () -> {
              progress.tell("PostgreSQL", postgres::start);
              postgres.createDatabase(REGISTRY);
              progress.tell("schema registry", registry::start);
            });
    try {
      CompletableFuture.allOf(broker, schemas).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof PlatformException expected ? expected : e;
    }
  }
}
