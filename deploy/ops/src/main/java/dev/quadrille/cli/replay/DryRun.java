package dev.quadrille.cli.replay;

import dev.quadrille.cli.connection.TargetSystem;
import dev.quadrille.cli.replay.Prediction.What;
import dev.quadrille.cli.trace.Dance;
import dev.quadrille.cli.trace.Headers;
import dev.quadrille.codec.UnreadableEventException;
import dev.quadrille.contracts.OrderPlaced;
import dev.quadrille.contracts.StockReserved;
import dev.quadrille.local.Participant;
import dev.quadrille.local.Rehearsal;
import dev.quadrille.testkit.platform.PostgresServer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Predicts what a replay would do: the services' own handlers work on copies in a PostgreSQL of
 * their own. Nothing is written anywhere else.
 */
public final class DryRun {
  private final TargetSystem system;
  private final List<ConsumerRecord<byte[], byte[]>> records;

  /** Of some records. */
  public DryRun(TargetSystem system, List<ConsumerRecord<byte[], byte[]>> records) {
    this.system = system;
    this.records = records;
  }

  /** A prediction for each record and each service that would react to it. */
  public List<Prediction> predictions() {
    var services =
        List.of(Participant.values()).stream()
            .filter(
                service ->
                    records.stream().anyMatch(record -> Dance.consumers(record).contains(service)))
            .toList();
    if (services.isEmpty()) {
      return List.of();
    }
    try (var server = PostgresServer.temporary().start()) {
      var predictions = new ArrayList<Prediction>();
      services.forEach(service -> predictions.addAll(predict(service, server)));
      return predictions;
    }
  }

  private List<Prediction> predict(Participant service, PostgresServer server) {
    var mine =
        records.stream().filter(record -> Dance.consumers(record).contains(service)).toList();
    var database = server.createDatabase(service.label());
    try (var rehearsal =
            Rehearsal.of(service, database, system.registry(), system.registryLogin());
        var snapshot = Snapshot.of(system, service)) {
      var read = mine.stream().map(record -> read(record, rehearsal)).toList();
      var ids = mine.stream().flatMap(record -> Headers.id(record).stream()).toList();
      snapshot.copy(orders(mine), skus(read), payers(read), database);
      var claimed = snapshot.claimed(ids);
      return read.stream().map(event -> event.predict(service, rehearsal, claimed)).toList();
    }
  }

  private static Read read(ConsumerRecord<byte[], byte[]> record, Rehearsal rehearsal) {
    try {
      var type = Headers.type(record);
      if (type.isEmpty() || Headers.id(record).isEmpty()) {
        return new Read(record, null, "no known type, or no id");
      }
      var event = rehearsal.read(type.get(), record.value());
      var belongs = Chosen.key(record).equals(type.get().orderId(event).toString());
      return new Read(record, belongs ? event : null, "the key is not the order's id");
    } catch (UnreadableEventException poison) {
      return new Read(record, null, poison.getMessage());
    }
  }

  private static Set<UUID> orders(List<ConsumerRecord<byte[], byte[]>> records) {
    var orders = new HashSet<UUID>();
    for (var record : records) {
      uuid(Chosen.key(record)).ifPresent(orders::add);
    }
    return orders;
  }

  private static Set<String> skus(List<Read> events) {
    var skus = new HashSet<String>();
    events.forEach(
        read -> {
          if (read.event instanceof OrderPlaced placed) {
            placed.getLines().forEach(line -> skus.add(line.getSku()));
          }
        });
    return skus;
  }

  private static Set<String> payers(List<Read> events) {
    var payers = new HashSet<String>();
    events.forEach(
        read -> {
          if (read.event instanceof StockReserved reserved) {
            payers.add(reserved.getCustomerId());
          }
        });
    return payers;
  }

  private static Optional<UUID> uuid(String text) {
    try {
      return Optional.of(UUID.fromString(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** A record as a service reads it; without an event it is poison. */
  private record Read(
      ConsumerRecord<byte[], byte[]> record, @Nullable SpecificRecord event, String fault) {

    private Prediction predict(Participant service, Rehearsal rehearsal, Set<UUID> claimed) {
      if (event == null) {
        return prediction(service, What.POISON, fault);
      }
      var id = Headers.id(record).orElseThrow();
      if (!claimed.add(id)) {
        return prediction(service, What.DUPLICATE, "claimed");
      }
      try {
        var reply = rehearsal.handle(id, event);
        return prediction(service, Judgement.of(service, reply), Judgement.detail(reply));
      } catch (RuntimeException e) {
        // Without its message, which may quote what is personal.
        return prediction(service, What.BROKEN, e.getClass().getSimpleName());
      }
    }

    private Prediction prediction(Participant service, What what, String detail) {
      return new Prediction(
          "%s-%d@%d".formatted(record.topic(), record.partition(), record.offset()),
          Chosen.key(record),
          Headers.id(record).orElse(null),
          Headers.type(record).map(type -> type.record().getSimpleName()).orElse(null),
          service.label(),
          what,
          detail);
    }
  }
}
