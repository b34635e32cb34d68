package dev.quadrille.testkit.platform;

import java.net.URI;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL, Kafka and a schema registry to work with, wherever they run. A test takes what all
 * tests of the build share:
 *
 * <pre>{@code
 * static final Database DATABASE = Platform.shared().newDatabase("order");
 *
 * @DynamicPropertySource
 * static void platform(DynamicPropertyRegistry registry) {
 *   registry.add("spring.datasource.url", DATABASE::jdbcUrl);
 *   registry.add("spring.datasource.username", DATABASE::user);
 *   registry.add("spring.kafka.bootstrap-servers", Platform.shared()::bootstrapServers);
 * }
 * }</pre>
 *
 * <p>Nobody may stop a part of the shared platform: a test of faults starts an {@link
 * EmbeddedPlatform}, or the one part that it breaks, for itself.
 */
public final class Platform {

  private static @Nullable Platform shared;

  private final Endpoints endpoints;

  public Platform(Endpoints endpoints) {
    this.endpoints = endpoints;
  }

  /**
   * The platform of this build: started by the first test that asks, ended when the build's Maven
   * process has gone, and for one JVM at a time. Outside of Maven it belongs to this JVM. The
   * system property {@code quadrille.platform} says what it is made of: {@code embedded}, the
   * default, or {@code testcontainers}.
   *
   * @throws PlatformException when it cannot be started
   */
  public static synchronized Platform shared() {
    if (shared == null) {
      shared = new Platform(SharedPlatform.attach());
    }
    return shared;
  }

  /**
   * Creates an empty database that nobody else knows.
   *
   * @param prefix what its name begins with: lower-case letters, digits, underscores
   */
  public Database newDatabase(String prefix) {
    String name = prefix + "_" + Long.toHexString(ThreadLocalRandom.current().nextLong());
    endpoints.postgres().execute("CREATE DATABASE \"" + name + "\"");
    return endpoints.postgres().sibling(name);
  }

  /**
   * Drops a database, its sessions and its replication slots, so that nothing of it keeps the
   * server busy.
   */
  public void drop(Database database) {
    Database admin = endpoints.postgres();
    String named = "= '" + database.name() + "'";
    admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname " + named);
    admin.execute(
        "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE NOT active AND"
            + " database "
            + named);
    admin.execute("DROP DATABASE IF EXISTS \"" + database.name() + "\" WITH (FORCE)");
  }

  /** Creates the topics that do not exist yet. */
  public void createTopics(int partitions, String... names) {
    new Topics(bootstrapServers()).create(List.of(names), partitions);
  }

  /** The same with another Kafka, and perhaps another way to the registry. */
  public Platform with(String bootstrapServers, URI registry) {
    return new Platform(new Endpoints(endpoints.postgres(), bootstrapServers, registry));
  }

  /** Copies a database that nobody uses to a new one. */
  public Database copyOf(Database original) {
    String name = "copy_" + Long.toHexString(ThreadLocalRandom.current().nextLong());
    copy(original, endpoints.postgres().sibling(name));
    return endpoints.postgres().sibling(name);
  }

  /** Puts a copy in the place of a database, as a restore does; nobody may be using either. */
  public void restore(Database copy, Database original) {
    drop(original);
    copy(copy, original);
  }

  private void copy(Database from, Database to) {
    endpoints
        .postgres()
        .execute("CREATE DATABASE \"%s\" TEMPLATE \"%s\"".formatted(to.name(), from.name()));
  }

  /** The value of Kafka's client setting {@code bootstrap.servers}. */
  public String bootstrapServers() {
    return endpoints.bootstrapServers();
  }

  /** Where the schema registry answers, without a path. */
  public URI registryUrl() {
    return endpoints.registry();
  }

  /** Where the schema registry speaks Confluent's REST API. */
  public URI ccompatUrl() {
    return ccompat(registryUrl());
  }

  static URI ccompat(URI registry) {
    return URI.create(registry + "/apis/ccompat/v7");
  }
}
