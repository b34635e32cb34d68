package dev.quadrille.testkit.platform;

import java.net.URI;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.lifecycle.Startables;
import org.testcontainers.postgresql.PostgreSQLContainer;
import org.testcontainers.utility.DockerImageName;

/** The three parts as containers, for those who have Docker and want the images of production. */
final class ContainerPlatform implements StartedPlatform {

  private static final int REGISTRY_PORT = 8080;

  private final PostgreSQLContainer postgres =
      new PostgreSQLContainer(DockerImageName.parse("postgres:17"))
          // fsync=on undoes what the container's class sets for speed.
          .withCommand(
              "postgres",
              "-c",
              "wal_level=logical",
              "-c",
              "fsync=on",
              "-c",
              "max_connections=400",
              "-c",
              "max_wal_senders=40",
              "-c",
              "max_replication_slots=100");
  private final KafkaContainer kafka =
      new KafkaContainer(DockerImageName.parse("apache/kafka:4.1.2"))
          .withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false")
          .withEnv("KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS", "0")
          .withEnv("KAFKA_GROUP_MIN_SESSION_TIMEOUT_MS", "1000");
  private final GenericContainer<?> registry =
      new GenericContainer<>(DockerImageName.parse("apicurio/apicurio-registry:3.0.9"))
          .withExposedPorts(REGISTRY_PORT)
          .waitingFor(Wait.forHttp("/apis/ccompat/v7/subjects"));

  private ContainerPlatform() {}

  /**
   * Starts the containers.
   *
   * @throws PlatformException when there is no Docker
   */
  static ContainerPlatform start() {
    if (!DockerClientFactory.instance().isDockerAvailable()) {
      throw new PlatformException(
          "-Dquadrille.platform=testcontainers wants Docker, and none is reachable; leave it out to"
              + " run without");
    }
    var platform = new ContainerPlatform();
    Startables.deepStart(platform.postgres, platform.kafka, platform.registry).join();
    return platform;
  }

  @Override
  public Endpoints endpoints() {
    var database =
        new Database(
            postgres.getHost(),
            postgres.getFirstMappedPort(),
            postgres.getDatabaseName(),
            postgres.getUsername(),
            postgres.getPassword());
    var schemas =
        "http://%s:%d".formatted(registry.getHost(), registry.getMappedPort(REGISTRY_PORT));
    return new Endpoints(database, kafka.getBootstrapServers(), URI.create(schemas));
  }

  @Override
  public void close() {
    registry.stop();
    kafka.stop();
    postgres.stop();
  }
}
