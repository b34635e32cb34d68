package dev.quadrille.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.cli.LocalStage;
import dev.quadrille.contracts.EventType;
import dev.quadrille.local.LocalSystem;
import dev.quadrille.local.Participant;
import dev.quadrille.testkit.platform.NetworkLink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Makes one kind of trouble after the other, and is done with each before the next. */
final class Trouble {
  /** The key of what no consumer can read. */
  static final String POISON = "soak-poison";

  private static final Duration OUTAGE = Duration.ofSeconds(15);

  private final LocalSystem system;
  private final NetworkLink toDatabases;
  private final Rumours rumours;
  private final AtomicInteger turn = new AtomicInteger();

  Trouble(LocalSystem system, LocalStage stage, NetworkLink toDatabases, Random random) {
    this.system = system;
    this.toDatabases = toDatabases;
    this.rumours = new Rumours(stage, random);
  }

  /** Makes the next trouble, and returns its name when it is over. */
  String next() {
    var number = turn.getAndIncrement();
    var kind = Kind.values()[number % Kind.values().length];
    make(kind, Participant.values()[number % Participant.values().length]);
    return kind.name();
  }

  private void make(Kind kind, Participant victim) {
    var platform = system.platform();
    switch (kind) {
      case KILL -> {
        system.kill(victim);
        system.start(victim);
      }
      case WALSENDERS ->
          system
              .addresses()
              .postgres()
              .execute("SELECT pg_terminate_backend(pid) FROM pg_stat_replication");
      case KAFKA -> {
        platform.kafka().kill();
        endure();
        platform.kafka().start();
      }
      case DUPLICATES -> rumours.spread(200);
      case POSTGRES -> {
        platform.postgres().stop();
        platform.postgres().start();
      }
      case REGISTRY -> {
        platform.registry().kill();
        endure();
        platform.registry().start();
      }
      case NETWORK -> {
        toDatabases.freeze();
        endure();
        toDatabases.cut();
        endure();
        toDatabases.restore();
      }
      case POISON -> poison();
      case SLOT -> dropSlot(victim);
      case FREEZE -> {
        signal(victim, "STOP");
        endure();
        signal(victim, "CONT");
      }
      case STOP -> {
        system.stop(victim);
        system.start(victim);
      }
    }
  }

  // One transaction, so that the relay has no chance to come back in between.
  private void dropSlot(Participant victim) {
    system
        .addresses()
        .postgres()
        .execute(
            "SELECT pg_terminate_backend(active_pid, 5000)::text"
                + " || pg_drop_replication_slot(slot_name)"
                + " FROM pg_replication_slots WHERE active AND database = '%s'"
                    .formatted(victim.label()));
  }

  private void signal(Participant victim, String signal) {
    var process =
        system.parts().stream()
            .filter(part -> part.label().equals(victim.label()))
            .flatMap(part -> part.pid().stream())
            .findFirst()
            .orElseThrow();
    try {
      var kill = new ProcessBuilder("kill", "-" + signal, process.toString()).start();
      assertThat(kill.waitFor()).as("kill -%s %d", signal, process).isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void endure() {
    await().during(OUTAGE).atMost(OUTAGE.multipliedBy(2)).until(() -> true);
  }

  private void poison() {
    try (var producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", system.addresses().bootstrapServers()),
            new StringSerializer(),
            new ByteArraySerializer())) {
      for (var type : EventType.values()) {
        producer.send(
            new ProducerRecord<>(type.topic(), POISON, UUID.randomUUID().toString().getBytes()));
      }
    }
  }

  private enum Kind {
    KILL,
    WALSENDERS,
    KAFKA,
    DUPLICATES,
    POSTGRES,
    REGISTRY,
    NETWORK,
    POISON,
    SLOT,
    FREEZE,
    STOP
  }
}
