package dev.quadrille.local;

import dev.quadrille.contracts.EventType;
import dev.quadrille.testkit.TokenIssuer;
import dev.quadrille.testkit.platform.Database;
import dev.quadrille.testkit.platform.EmbeddedPlatform;
import dev.quadrille.testkit.platform.Ports;
import dev.quadrille.testkit.platform.Progress;
import dev.quadrille.testkit.platform.WorkDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.UnaryOperator;

/**
 * The whole system on this machine: PostgreSQL, Kafka and the schema registry as processes of their
 * own, and the four services. No process outlives this JVM, and no file of a temporary directory.
 *
 * <pre>{@code
 * try (var system = LocalSystem.start(Hosting.THIS_JVM, Progress.SILENT)) {
 *   system.addresses().url(Participant.ORDER);
 * }
 * }</pre>
 */
public final class LocalSystem implements AutoCloseable {
  private static final int PARTITIONS = 6;
  private static final Duration ABANDONED_START = Duration.ofSeconds(30);
  private static final List<Participant> ALL = List.of(Participant.values());

  private final SystemPorts ports;
  private final Hosting hosting;
  private final WorkDirectory directory;
  private final UnaryOperator<Database> way;
  private final Gate gate;
  private final EmbeddedPlatform platform;
  private final TokenIssuer tokens;
  private final Map<Participant, Host> hosts = new EnumMap<>(Participant.class);
  private volatile List<String> moreSettings = List.of();
  // Read by each start that is under way; close waits to write.
  private final ReadWriteLock starts = new ReentrantReadWriteLock();

  /**
   * A system that is not started yet.
   *
   * @param directory for the data and the logs; a temporary one goes with the system
   */
  public LocalSystem(
      WorkDirectory directory, SystemPorts ports, Hosting hosting, Progress progress) {
    this(directory, ports, hosting, progress, UnaryOperator.identity());
  }

  /**
   * A system that is not started yet, with something between the services and their databases.
   *
   * @param way how a service reaches what is its database for everybody else
   */
  public LocalSystem(
      WorkDirectory directory,
      SystemPorts ports,
      Hosting hosting,
      Progress progress,
      UnaryOperator<Database> way) {
    this.ports = ports;
    this.hosting = hosting;
    this.directory = directory;
    this.way = way;
    this.gate = new Gate(progress);
    this.platform = new EmbeddedPlatform(directory, ports.platform());
    this.tokens = tokens(directory);
    ALL.forEach(
        participant ->
            hosts.put(
                participant, host(participant, ports.of(participant), log(participant.label()))));
  }

  /** Starts a system on free ports whose data goes with it. */
  public static LocalSystem start(Hosting hosting, Progress progress) {
    var system = new LocalSystem(WorkDirectory.temporary(), SystemPorts.free(), hosting, progress);
    try {
      system.start();
      return system;
    } catch (RuntimeException e) {
      system.close();
      throw e;
    }
  }

  /**
   * Tells every service more than where it runs, or otherwise, at the starts to come; instead of
   * what was told so before.
   *
   * @param settings arguments of its command line, {@code --name=value}
   */
  public void configure(List<String> settings) {
    moreSettings = List.copyOf(settings);
  }

  /**
   * Starts everything and returns when every service is ready.
   *
   * @throws PortsTakenException when a port is in use; nothing was started then
   * @throws dev.quadrille.testkit.platform.PlatformException when a part does not come up; the
   *     others may be running, and wait to be closed
   * @throws CancellationException when the system was closed meanwhile
   */
  public void start() {
    whileNobodyCloses(
        () -> {
          ports.requireFree();
          platform.start(gate);
          ALL.forEach(participant -> platform.postgres().createDatabase(participant.label()));
          platform.kafka().createTopics(topics(), PARTITIONS);
        });
    startServices();
  }

  /** Starts all services, after they were stopped, and returns when every one is ready. */
  public void startServices() {
    SideBySide.run(ALL, this::start);
  }

  /** Stops all services in order; what they stand on goes on. */
  public void stopServices() {
    SideBySide.run(ALL, this::stop);
  }

  /** Starts a service, also after it was stopped or killed, and returns when it is ready. */
  public void start(Participant participant) {
    if (hosting == Hosting.THIS_JVM) {
      // Close does not wait: the service is deaf while it starts, and fails without its database.
      excusedByClose(() -> tell(part(participant)));
    } else {
      restart(part(participant));
    }
  }

  /**
   * Stops a service in order.
   *
   * @return whether it ended by itself, in time and in order; else it was killed
   */
  public boolean stop(Participant participant) {
    return hosts.get(participant).stop();
  }

  /**
   * {@code kill -9} of a service.
   *
   * @throws UnsupportedOperationException under {@link Hosting#THIS_JVM}
   */
  public void kill(Participant participant) {
    hosts.get(participant).kill();
  }

  /**
   * One more of a service, on a free port and with a log of its own. Whoever asks for it starts it,
   * and closes it before the system.
   */
  public Replica replica(Participant participant) {
    int port = Ports.free();
    var log = directory.part(participant.label()).file("replica-%d.log".formatted(port));
    return new Replica(Addresses.http(port), log, host(participant, port, log));
  }

  /** The process that a service runs in; empty when it is down. */
  public Optional<Long> pid(Participant participant) {
    return hosts.get(participant).pid();
  }

  /** Everything that the system is made of, what others stand on first. */
  public List<Part> parts() {
    var parts = new ArrayList<Part>();
    var below = ports.platform();
    parts.add(
        new Part(
            Part.POSTGRES,
            below.postgres(),
            platform.postgres()::pid,
            () -> platform.postgres().start()));
    parts.add(
        new Part(Part.KAFKA, below.kafka(), platform.kafka()::pid, () -> platform.kafka().start()));
    parts.add(
        new Part(
            Part.REGISTRY,
            below.registry(),
            platform.registry()::pid,
            () -> platform.registry().start()));
    ALL.forEach(participant -> parts.add(part(participant)));
    return parts;
  }

  /**
   * Returns while the system may run.
   *
   * @throws CancellationException once it is being closed
   */
  public void requireOpen() {
    gate.requireOpen();
  }

  /** Starts a part again that went down, and returns when it can be used. */
  public void restart(Part part) {
    whileNobodyCloses(() -> tell(part));
  }

  /** Where everything is reached. */
  public Addresses addresses() {
    return new Addresses(ports);
  }

  /** Whose tokens the services believe. */
  public TokenIssuer tokens() {
    return tokens;
  }

  /** Whose tokens the services of a system believe that works, or worked, in a directory. */
  public static TokenIssuer tokens(WorkDirectory directory) {
    return TokenIssuer.at(directory.part("tokens").path());
  }

  /** What the services stand on, each part of which can be stopped and started again. */
  public EmbeddedPlatform platform() {
    return platform;
  }

  /** Stops the services and then what they stand on; a start that is under way is given up. */
  @Override
  public synchronized void close() {
    gate.shut();
    if (!startsEndWithin(Duration.ZERO)) {
      platform.abandon();
      stopServices();
      startsEndWithin(ABANDONED_START);
    }
    // The platform is closed in any case.
    try (platform) {
      stopServices();
    }
  }

  private boolean startsEndWithin(Duration timeout) {
    try {
      boolean ended = starts.writeLock().tryLock(timeout.toMillis(), TimeUnit.MILLISECONDS);
      if (ended) {
        starts.writeLock().unlock();
      }
      return ended;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void whileNobodyCloses(Runnable start) {
    starts.readLock().lock();
    try {
      excusedByClose(start);
    } finally {
      starts.readLock().unlock();
    }
  }

  // What fails because its parts are being stopped is no failure.
  private void excusedByClose(Runnable start) {
    gate.requireOpen();
    try {
      start.run();
    } catch (RuntimeException e) {
      gate.requireOpen();
      throw e;
    }
  }

  private void tell(Part part) {
    gate.tell(part.label(), part::start);
  }

  private Part part(Participant participant) {
    var host = hosts.get(participant);
    return new Part(participant.label(), ports.of(participant), host::pid, host::start);
  }

  private Host host(Participant participant, int port, Path log) {
    var database = way.apply(addresses().database(participant));
    var own = ServiceSettings.of(port, database, addresses(), tokens);
    return hosting.host(
        new Assignment(
            participant,
            Addresses.http(port),
            () -> ServiceSettings.merge(own, moreSettings),
            List.of(tokens.publicKey()),
            log,
            gate));
  }

  private Path log(String label) {
    return directory.part(label).file(label + ".log");
  }

  private static List<String> topics() {
    return Arrays.stream(EventType.values()).map(EventType::topic).distinct().toList();
  }
}
