package dev.quadrille.testkit;

import static org.awaitility.Awaitility.await;

import dev.quadrille.contracts.EventType;
import dev.quadrille.outbox.Outbox;
import dev.quadrille.service.QuadrilleService;
import dev.quadrille.testkit.platform.Database;
import dev.quadrille.testkit.platform.Platform;
import dev.quadrille.testkit.platform.WorkDirectory;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A service as it is, in this JVM, on the platform that the tests of this build share and a
 * database of its own.
 */
public final class RunningService implements AutoCloseable {
  /**
   * A setting with which a replica that joins a service of {@link #start(Class, String, String...)}
   * at once begins where that one does: not with what other tests have left on the topics.
   */
  public static final String AT_THE_OFFSETS = "quadrille.handling.adopt-offsets=true";

  private static final int PARTITIONS = 6;
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final Duration TOKENS_LAST = Duration.ofHours(1);
  private static final TokenIssuer TOKENS = TokenIssuer.at(WorkDirectory.temporary().path());

  private final ConfigurableApplicationContext context;
  private final Database database;
  private final Runnable afterwards;

  private RunningService(
      ConfigurableApplicationContext context, Database database, Runnable afterwards) {
    this.context = context;
    this.database = database;
    this.afterwards = afterwards;
  }

  /**
   * Starts a service on a free port.
   *
   * @param application its configuration
   * @param name its name
   * @param settings further settings, {@code name=value}
   */
  public static RunningService start(Class<?> application, String name, String... settings) {
    return start(Platform.shared(), application, name, settings);
  }

  /** As {@link #start(Class, String, String...)}, on another platform. */
  public static RunningService start(
      Platform platform, Class<?> application, String name, String... settings) {
    return onDatabaseOfItsOwn(platform, application, name, settings).awaitReady();
  }

  /** As {@link #start(Class, String, String...)}, for one that something keeps from being ready. */
  public static RunningService startUnready(Class<?> application, String name, String... settings) {
    return onDatabaseOfItsOwn(Platform.shared(), application, name, settings);
  }

  private static RunningService onDatabaseOfItsOwn(
      Platform platform, Class<?> application, String name, String... settings) {
    var topics = topics();
    platform.createTopics(PARTITIONS, topics.toArray(String[]::new));
    beginAtTheEnd(platform, name, topics);
    var database = platform.newDatabase(name);
    var all = Stream.concat(Stream.of(AT_THE_OFFSETS), Stream.of(settings)).toList();
    return run(application, name, platform, database, () -> platform.drop(database), all);
  }

  /**
   * Starts a service on a database that stays, as one of several or one after the other.
   *
   * @param platform with the topics
   */
  public static RunningService startOn(
      Platform platform, Database database, Class<?> application, String name, String... settings) {
    return run(application, name, platform, database, () -> {}, List.of(settings)).awaitReady();
  }

  private static RunningService run(
      Class<?> application,
      String name,
      Platform platform,
      Database database,
      Runnable afterwards,
      List<String> settings) {
    var all =
        Stream.concat(
            Stream.of(
                "server.port=0",
                "spring.datasource.url=" + database.jdbcUrl(),
                "spring.datasource.username=" + database.user(),
                "spring.datasource.password=" + database.password(),
                "spring.kafka.bootstrap-servers=" + platform.bootstrapServers(),
                TokenIssuer.SETTING + "=" + TOKENS.publicKey().toUri(),
                // Those who close a service in a test have asked it all that they wanted.
                "quadrille.web.request.farewell=0s",
                "quadrille.codec.registry-url=" + platform.ccompatUrl()),
            settings.stream());
    var arguments = all.map(setting -> "--" + setting).toArray(String[]::new);
    return new RunningService(
        QuadrilleService.run(application, name, arguments), database, afterwards);
  }

  private RunningService awaitReady() {
    await(url() + " is ready").atMost(Duration.ofSeconds(60)).until(this::ready);
    return this;
  }

  /** Every topic that events travel on. */
  public static List<String> topics() {
    return Arrays.stream(EventType.values()).map(EventType::topic).distinct().toList();
  }

  private static void beginAtTheEnd(Platform platform, String name, List<String> topics) {
    try (var groups = new ConsumerGroups(platform.bootstrapServers())) {
      groups.atTheEnd(name, topics);
    } catch (ExecutionException e) {
      throw new IllegalStateException("the groups of " + name + " stay where they were", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** One of its parts. */
  public <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  /** What it was told, by the name of the setting. */
  public String setting(String name) {
    return context.getEnvironment().getRequiredProperty(name);
  }

  /** Where it answers. */
  public URI url() {
    return URI.create(
        "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port"));
  }

  /** A merchant who calls it. */
  public HttpCaller calledBy(String merchant) {
    return new HttpCaller(url(), TOKENS.merchant(merchant, TOKENS_LAST));
  }

  /** Somebody of the back office who calls it. */
  public HttpCaller calledByOps() {
    return new HttpCaller(url(), TOKENS.ops(TOKENS_LAST));
  }

  /** Somebody without a token who calls it. */
  public HttpCaller calledByNobody() {
    return new HttpCaller(url(), null);
  }

  /** Whose tokens it believes. */
  public TokenIssuer tokens() {
    return TOKENS;
  }

  /** Puts events on their topics: the service's own relay carries them there. */
  public void tell(SpecificRecord... events) {
    new TransactionTemplate(bean(PlatformTransactionManager.class))
        .executeWithoutResult(status -> bean(Outbox.class).append(events));
  }

  /** How often its transactions failed so since it started; a class of failures by its name. */
  public double failures(String failure) {
    return bean(MeterRegistry.class)
        .find("quadrille.handling.failures")
        .tag("class", failure)
        .counters()
        .stream()
        .mapToDouble(Counter::count)
        .sum();
  }

  /** Its database. */
  public Database database() {
    return database;
  }

  private boolean ready() throws IOException, InterruptedException {
    var readiness = HttpRequest.newBuilder(url().resolve("/actuator/health/readiness")).build();
    return HTTP.send(readiness, BodyHandlers.discarding()).statusCode() == 200;
  }

  @Override
  public void close() {
    context.close();
    afterwards.run();
  }
}
