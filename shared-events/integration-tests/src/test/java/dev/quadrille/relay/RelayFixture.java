package dev.quadrille.relay;

import static org.awaitility.Awaitility.await;

import dev.quadrille.testkit.platform.Database;
import dev.quadrille.testkit.platform.NetworkLink;
import dev.quadrille.testkit.platform.Platform;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A database with an outbox and a topic of its own on the shared platform. */
abstract class RelayFixture {
  static final Platform PLATFORM = Platform.shared();
  static final UUID ORDER = UUID.fromString("0197f2a0-0000-7000-8000-000000000001");
  static final Duration PATIENCE = Duration.ofSeconds(30);

  /** It resumes by itself when what was in its way is gone. */
  static final Duration SOON = Duration.ofSeconds(15);

  Outbox outbox;
  TopicReader topic;

  @BeforeEach
  void prepare() {
    var name = "relay_" + Long.toHexString(System.nanoTime());
    PLATFORM.createTopics(3, name);
    outbox = new Outbox(PLATFORM.newDatabase("relay"), name);
    topic = new TopicReader(PLATFORM.bootstrapServers(), name);
  }

  @AfterEach
  void drop() {
    topic.close();
    PLATFORM.drop(outbox.database());
  }

  TestRelay relay() {
    return relay(outbox.database(), Map.of());
  }

  TestRelay relay(RelayMode mode) {
    return relay(outbox.database(), Map.of("mode", mode.name()));
  }

  TestRelay relay(Database through, Map<String, String> settings) {
    return new TestRelay(through, PLATFORM.bootstrapServers(), settings);
  }

  /** The outbox's database on another way. */
  Database through(NetworkLink link) {
    var database = outbox.database();
    return new Database(
        "127.0.0.1", link.port(), database.name(), database.user(), database.password());
  }

  NetworkLink link() {
    return NetworkLink.to(outbox.database().port());
  }

  String slot() {
    return "quadrille_" + outbox.database().name();
  }

  String ask(String sql) {
    return outbox.database().ask(sql);
  }

  /** One look at the slot of the outbox; {@code expression} over {@code pg_replication_slots}. */
  String askSlot(String expression) {
    return ask(
        "SELECT " + expression + " FROM pg_replication_slots WHERE slot_name = '" + slot() + "'");
  }

  void awaitRelayed(List<UUID> ids) {
    eventually(() -> topic.idsOf(ORDER).containsAll(ids));
  }

  /** Within what may pass after the cause of a standstill is gone. */
  void awaitResumed(List<UUID> ids) {
    await().atMost(SOON).until(() -> topic.idsOf(ORDER).containsAll(ids));
  }

  static void eventually(Callable<Boolean> condition) {
    await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).until(condition);
  }
}
