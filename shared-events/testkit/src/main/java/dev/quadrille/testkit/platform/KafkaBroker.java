package dev.quadrille.testkit.platform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One Kafka node, broker and controller in one, as a process of its own on the loopback address.
 */
public final class KafkaBroker implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final String PROTOCOLS = "listener.security.protocol.map";
  private static final String LOGIN_BY = "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,LOGIN:";

  private final WorkDirectory directory;
  private final int port;
  private final Map<String, String> settings = new LinkedHashMap<>();
  private String moreListeners = "";
  private @Nullable ChildJvm process;

  /**
   * A broker that is not started yet; its data lies in the directory and is made by the first
   * start.
   */
  public KafkaBroker(WorkDirectory directory, int port) {
    this.directory = directory;
    this.port = port;
    settings.put("process.roles", "broker,controller");
    settings.put("node.id", "1");
    settings.put("controller.listener.names", "CONTROLLER");
    settings.put("log.dirs", directory.file("data").toString());
    settings.put("auto.create.topics.enable", "false");
    settings.put("num.partitions", "6");
    settings.put("default.replication.factor", "1");
    settings.put("offsets.topic.replication.factor", "1");
    settings.put("offsets.topic.num.partitions", "4");
    settings.put("transaction.state.log.replication.factor", "1");
    settings.put("transaction.state.log.min.isr", "1");
    settings.put("transaction.state.log.num.partitions", "4");
    settings.put("group.initial.rebalance.delay.ms", "0");
    // Tests want a dead consumer's partitions sooner than Kafka's shortest default allows.
    settings.put("group.min.session.timeout.ms", "1000");
    settings.put("num.network.threads", "2");
    settings.put("num.io.threads", "4");
    settings.put("log.cleaner.dedupe.buffer.size", "4194304");
  }

  /** A broker on a free port whose data goes with it. */
  public static KafkaBroker temporary() {
    return new KafkaBroker(WorkDirectory.temporary(), Ports.free());
  }

  /** Sets a broker setting for the starts to come. */
  public KafkaBroker with(String setting, String value) {
    settings.put(setting, value);
    return this;
  }

  /**
   * Lets clients log on, on another port, by SCRAM-SHA-512. Those who do are asked for their
   * password again every two seconds.
   */
  public KafkaBroker withLogin(int loginPort) {
    var scram = "listener.name.login.scram-sha-512.";
    return letIn(loginPort, "SASL_PLAINTEXT")
        .with("listener.name.login.sasl.enabled.mechanisms", "SCRAM-SHA-512")
        .with(
            scram + "sasl.jaas.config",
            "org.apache.kafka.common.security.scram.ScramLoginModule required;")
        .with(scram + "connections.max.reauth.ms", "2000");
  }

  /** The same over TLS; the keystore is PKCS #12. */
  public KafkaBroker withLoginOverTls(int loginPort, Path keystore, String password) {
    return withLogin(loginPort).letIn(loginPort, "SASL_SSL").with("key", keystore, password);
  }

  /** Lets clients in whose certificate is in the truststore, on another port. */
  public KafkaBroker withMutualTls(int tlsPort, Path keystore, Path truststore, String password) {
    return letIn(tlsPort, "SSL")
        .with("key", keystore, password)
        .with("trust", truststore, password)
        .with("listener.name.login.ssl.client.auth", "required");
  }

  private KafkaBroker letIn(int loginPort, String protocol) {
    moreListeners = ",LOGIN://127.0.0.1:" + loginPort;
    return with(PROTOCOLS, LOGIN_BY + protocol);
  }

  private KafkaBroker with(String kind, Path store, String password) {
    var own = "listener.name.login.ssl.%sstore.".formatted(kind);
    return with(own + "type", "PKCS12")
        .with(own + "location", store.toString())
        .with(own + "password", password);
  }

  /**
   * Starts the broker and waits until clients reach it: the first time, or again on the same data
   * and port.
   *
   * @throws PlatformException when it does not come up
   */
  public KafkaBroker start() {
    Ports.requireFree(port, "Kafka");
    Path properties = write();
    process = ChildJvm.start("Kafka", directory.file("kafka.log"), Map.of(), arguments(properties));
    process.awaitReady(() -> answers(port), PATIENCE);
    return this;
  }

  /** Shuts the broker down in order. */
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

  /** Whether a broker on that port of the loopback address serves clients. */
  public static boolean answers(int port) {
    // Kafka's client warns about each refused connection, so it is not asked before somebody
    // listens.
    return Ports.isListening(port) && new Topics(bootstrapServers(port)).areReachable();
  }

  /** Creates the topics that do not exist yet. */
  public void createTopics(Collection<String> names, int partitions) {
    new Topics(bootstrapServers()).create(names, partitions);
  }

  public String bootstrapServers() {
    return bootstrapServers(port);
  }

  private static String bootstrapServers(int port) {
    return "127.0.0.1:" + port;
  }

  /** Stops the broker; a temporary one leaves nothing. */
  @Override
  public void close() {
    if (directory.isTemporary()) {
      kill();
    } else {
      stop();
    }
    directory.close();
  }

  private Path write() {
    // The controller's port is nobody's business and may be another after each start.
    int controller = Ports.free();
    settings.put(
        "listeners",
        "PLAINTEXT://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d".formatted(port, controller)
            + moreListeners);
    settings.put("controller.quorum.voters", "1@127.0.0.1:" + controller);
    Path file = directory.file("server.properties");
    var lines = new ArrayList<String>();
    settings.forEach((name, value) -> lines.add(name + "=" + value));
    try {
      return Files.write(file, lines);
    } catch (IOException e) {
      throw new PlatformException("cannot write %s: %s".formatted(file, e), e);
    }
  }

  private static List<String> arguments(Path properties) {
    return List.of(
        "-Xmx384m",
        "-Dlogback.configurationFile=" + ChildJvm.QUIET_LOGGING,
        BrokerMain.class.getName(),
        properties.toString());
  }
}
