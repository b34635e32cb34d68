package dev.quadrille.system;

import static org.awaitility.Awaitility.await;

import dev.quadrille.cli.LocalStage;
import dev.quadrille.codec.FaultyRegistry;
import dev.quadrille.contracts.EventType;
import dev.quadrille.contracts.Lane;
import dev.quadrille.handling.ConsumerGroup;
import dev.quadrille.local.LocalSystem;
import dev.quadrille.local.Participant;
import dev.quadrille.testkit.oracle.TopicReader;
import dev.quadrille.testkit.platform.NetworkLink;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Makes trouble of one kind, and is done with it when it returns. */
final class Trouble {
  private static final Duration OUTAGE = Duration.ofSeconds(8);
  // Longer than the relay waits for a silent database: EngineSettings.
  private static final Duration LONG_OUTAGE = Duration.ofSeconds(25);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int MORE_PARTITIONS = 12;
  private static final int COPIES = 200;
  private static final int RECENT = 100;
  private static final List<String> TOPICS =
      Arrays.stream(EventType.values()).map(EventType::topic).distinct().toList();

  private final LocalSystem system;
  private final LocalStage stage;
  private final NetworkLink toDatabases;
  private final FaultyRegistry registry;
  private final Rumours rumours;
  private final Poison poison;

  /**
   * Trouble for a system.
   *
   * @param toDatabases what its services reach their databases through
   * @param registry what they reach the registry through
   */
  Trouble(
      LocalSystem system,
      LocalStage stage,
      NetworkLink toDatabases,
      FaultyRegistry registry,
      Random random) {
    this.system = system;
    this.stage = stage;
    this.toDatabases = toDatabases;
    this.registry = registry;
    this.rumours = new Rumours(stage, random);
    this.poison = new Poison(stage);
  }

  Poison poison() {
    return poison;
  }

  /**
   * Makes trouble.
   *
   * @param victim whom it is for, if it is for one service
   * @param round how often this kind was made before
   */
  void make(Kind kind, Participant victim, int round) {
    var platform = system.platform();
    switch (kind) {
      case KILL -> {
        system.kill(victim);
        system.start(victim);
      }
      case STOP -> {
        system.stop(victim);
        system.start(victim);
      }
      case OFFSETS -> {
        system.stop(victim);
        forgetOffsets(victim);
        system.start(victim);
      }
      case FREEZE -> {
        Signal.STOP.to(system.pid(victim));
        endure(OUTAGE);
        Signal.CONT.to(system.pid(victim));
      }
      case HAND_OVER -> handOver(victim);
      case KAFKA -> {
        platform.kafka().kill();
        endure(OUTAGE);
        platform.kafka().start();
      }
      case POSTGRES -> {
        platform.postgres().stop();
        platform.postgres().start();
      }
      case NETWORK -> {
        toDatabases.freeze();
        endure(round % 3 == 1 ? LONG_OUTAGE : OUTAGE);
        toDatabases.cut();
        endure(OUTAGE.dividedBy(2));
        toDatabases.restore();
      }
      case WALSENDERS -> admin("SELECT pg_terminate_backend(pid) FROM pg_stat_replication");
      case SLOT_DROPPED -> dropSlot(victim);
      case SLOT_LOST -> loseSlot(victim);
      case OUTBOX_ALTERED -> alterOutbox(victim, round);
      case REGISTRY -> {
        platform.registry().kill();
        endure(OUTAGE);
        platform.registry().start();
      }
      case REFUSING_REGISTRY -> {
        registry.answer(401, "<html>");
        // Somebody has to ask.
        poison.ofUnknownSchema();
        endure(OUTAGE.dividedBy(2));
        registry.answer(500, "{}");
        endure(OUTAGE.dividedBy(2));
        registry.passOn();
      }
      case POISON -> poison.junk();
      case UNKNOWN_SCHEMA -> poison.ofUnknownSchema();
      case DUPLICATES -> rumours.spread(recentEvents(), COPIES);
      case PARTITIONS -> doublePartitions(round);
    }
  }

  // The leader is frozen for longer than its lease lasts.
  private void handOver(Participant victim) {
    var leader = new RelayView(system.addresses().url(victim), stage.tokens());
    try (var other = system.replica(victim)) {
      other.start();
      var standby = new RelayView(other.url(), stage.tokens());
      waitFor("the leader", leader::leads);
      Signal.STOP.to(system.pid(victim));
      try {
        waitFor("the standby to lead", standby::leads);
      } finally {
        Signal.CONT.to(system.pid(victim));
      }
      waitFor("the thawed one to stand by", leader::standsBy);
    }
  }

  private void forgetOffsets(Participant victim) {
    var groups =
        Stream.of(Lane.values()).map(lane -> ConsumerGroup.of(victim.label(), lane)).toList();
    try (var admin = Admin.create(stage.kafka())) {
      // One that did not end in order is a member for a while yet.
      waitFor(
          "the groups to be empty",
          () -> {
            admin.deleteConsumerGroups(groups).all().get();
            return true;
          });
    }
  }

  // One transaction, so that the relay has no chance to come back in between.
  private void dropSlot(Participant victim) {
    waitFor(
        "a slot to drop",
        () ->
            ask(
                    "SELECT pg_terminate_backend(active_pid, 5000)::text"
                        + " || pg_drop_replication_slot(slot_name)"
                        + " FROM pg_replication_slots WHERE active AND database = '%s'"
                            .formatted(victim.label()))
                != null);
  }

  // A service that is awake confirms too soon, or makes its slot anew before anybody sees it.
  private void loseSlot(Participant victim) {
    admin("ALTER SYSTEM SET max_slot_wal_keep_size = '1MB'");
    admin("SELECT pg_reload_conf()");
    Signal.STOP.to(system.pid(victim));
    try {
      waitFor(
          "a slot to be lost",
          () -> {
            ask("SELECT pg_logical_emit_message(false, 'filler', repeat('x', 1000000))");
            ask("SELECT pg_switch_wal()");
            admin("CHECKPOINT");
            return "lost"
                .equals(
                    ask(
                        "SELECT wal_status FROM pg_replication_slots WHERE database = '%s'"
                            .formatted(victim.label())));
          });
    } finally {
      Signal.CONT.to(system.pid(victim));
      admin("ALTER SYSTEM RESET max_slot_wal_keep_size");
      admin("SELECT pg_reload_conf()");
    }
  }

  private void alterOutbox(Participant victim, int round) {
    var database = system.addresses().database(victim);
    waitFor(
        "the outbox to be altered",
        () -> {
          database.execute(
              "SET lock_timeout = '2s'; ALTER TABLE outbox ADD COLUMN IF NOT EXISTS soak_%d text"
                  .formatted(round));
          return true;
        });
  }

  private List<ConsumerRecord<byte[], byte[]>> recentEvents() {
    var recent = new TopicReader(stage.bootstrapServers()).newest(RECENT);
    recent.removeIf(record -> TopicReader.describe(record).key().equals(Poison.KEY));
    return recent;
  }

  // Of one topic after the other, and of each once.
  private void doublePartitions(int round) {
    if (round < TOPICS.size()) {
      try (var admin = Admin.create(stage.kafka())) {
        admin
            .createPartitions(Map.of(TOPICS.get(round), NewPartitions.increaseTo(MORE_PARTITIONS)))
            .all()
            .get();
      } catch (ExecutionException e) {
        throw new IllegalStateException("no more partitions", e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void admin(String sql) {
    system.addresses().postgres().execute(sql);
  }

  private String ask(String sql) {
    return system.addresses().postgres().ask(sql);
  }

  private static void waitFor(String what, Callable<Boolean> condition) {
    await(what).pollInSameThread().ignoreExceptions().atMost(PATIENCE).until(condition);
  }

  private static void endure(Duration outage) {
    await().during(outage).atMost(outage.multipliedBy(2)).until(() -> true);
  }

  /** Who makes it: what one hand makes comes one after the other. */
  enum Hand {
    /** Of a service. */
    SERVICE,
    /** Of what the services stand on. */
    GROUND
  }

  /** Kinds of trouble. */
  enum Kind {
    KILL(Hand.SERVICE, true),
    STOP(Hand.SERVICE, true),
    OFFSETS(Hand.SERVICE, true),
    FREEZE(Hand.SERVICE, true),
    HAND_OVER(Hand.SERVICE, true),
    KAFKA(Hand.GROUND, false),
    POSTGRES(Hand.GROUND, true),
    NETWORK(Hand.GROUND, true),
    WALSENDERS(Hand.GROUND, false),
    SLOT_DROPPED(Hand.GROUND, true),
    SLOT_LOST(Hand.GROUND, true),
    OUTBOX_ALTERED(Hand.GROUND, false),
    REGISTRY(Hand.GROUND, false),
    REFUSING_REGISTRY(Hand.GROUND, false),
    POISON(Hand.GROUND, false),
    UNKNOWN_SCHEMA(Hand.GROUND, false),
    DUPLICATES(Hand.GROUND, false),
    PARTITIONS(Hand.GROUND, false);

    final Hand hand;

    /**
     * Whether it must not meet others that are alone, too: who starts needs a database, and a slot
     * of nobody cannot be lost.
     */
    final boolean alone;

    Kind(Hand hand, boolean alone) {
      this.hand = hand;
      this.alone = alone;
    }
  }
}
