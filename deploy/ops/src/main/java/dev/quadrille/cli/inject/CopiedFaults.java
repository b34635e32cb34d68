package dev.quadrille.cli.inject;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quadrille.cli.replay.Chosen;
import dev.quadrille.cli.topics.TopicWriter;
import dev.quadrille.cli.trace.Headers;
import dev.quadrille.codec.SpoiledEvents;
import dev.quadrille.codec.UnreadableEventException;
import dev.quadrille.contracts.EventHeaders;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Makes the copies that a plan wants of what stands on the topics. */
final class CopiedFaults {
  private static final String NOBODYS_TYPE = "dev.quadrille.contracts.NobodyKnowsThis";
  // What a topic takes as a rule, less a head.
  private static final int NEARLY_TOO_LARGE = 900_000;

  private final FaultPlan plan;
  private final SpoiledEvents spoiled;
  private final Random random;

  CopiedFaults(FaultPlan plan, SpoiledEvents spoiled) {
    this.plan = plan;
    this.spoiled = spoiled;
    this.random = new Random(plan.seed());
  }

  /** The copies, fault by fault. Nothing is made of what somebody has sent again already. */
  List<Copy> of(Chosen chosen) {
    var originals =
        chosen.records().stream()
            .filter(record -> Headers.type(record).isPresent() && Headers.id(record).isPresent())
            .filter(record -> record.headers().lastHeader(EventHeaders.REPLAY) == null)
            .toList();
    var copies = new ArrayList<Copy>();
    for (var place = 0; place < plan.faults().size(); place++) {
      var fault = plan.faults().get(place);
      if (fault.fault().isCopy()) {
        copies.addAll(copies(fault, place, originals));
      }
    }
    return copies;
  }

  private List<Copy> copies(
      Fault fault, int place, List<ConsumerRecord<byte[], byte[]>> originals) {
    var draw = plan.draw(place);
    var numbers = new HashMap<String, Long>();
    var copies = new ArrayList<Copy>();
    for (var record : originals) {
      var type = type(record);
      if (concerns(fault, type, record)) {
        var copy = copy(fault, record);
        // What cannot be spoiled like that does not count, or the same seed would do less.
        if (copy.isPresent()
            && draw.strikes(type, numbers.merge(type, 1L, Long::sum), fault.share())) {
          copies.add(new Copy(fault, type, record, copy.get()));
          Stream.generate(() -> copy(fault, record).orElseThrow())
              .limit(fault.times() - 1L)
              .forEach(again -> copies.add(new Copy(fault, type, record, again)));
        }
      }
    }
    return copies;
  }

  private static boolean concerns(Fault fault, String type, ConsumerRecord<byte[], byte[]> record) {
    return (fault.types().isEmpty() || fault.types().contains(type))
        && (fault.order() == null || fault.order().toString().equals(key(record)));
  }

  private Optional<ProducerRecord<byte[], byte[]>> copy(
      Fault fault, ConsumerRecord<byte[], byte[]> record) {
    var again = TopicWriter.again(record, "inject-" + plan.seed());
    return switch (fault.fault()) {
      case DUPLICATE ->
          Optional.of(fault.how() == FaultKind.Manner.SAME_ID ? again : Copies.newId(again));
      case CORRUPT -> spoil(fault, record.value()).map(value -> Copies.newId(with(again, value)));
      case UNKNOWN_TYPE -> {
        TopicWriter.replace(again, EventHeaders.TYPE, NOBODYS_TYPE);
        yield Optional.of(Copies.newId(again));
      }
      case OVERSIZE ->
          Optional.of(Copies.newId(with(again, spoiled.longer(record.value(), NEARLY_TOO_LARGE))));
      default -> throw new IllegalStateException(fault.label() + " is no copy");
    };
  }

  private Optional<byte[]> spoil(Fault fault, byte[] value) {
    try {
      return switch (fault.how()) {
        case BYTES -> Optional.of(spoiled.bytes(value, random));
        case SCHEMA_ID -> Optional.of(spoiled.schemaId(value, random));
        case ENUM -> spoiled.symbol(value);
        case NUMBERS -> spoiled.number(value);
        default -> throw new IllegalStateException(fault.label() + " spoils nothing");
      };
    } catch (UnreadableEventException unreadable) {
      // It is spoiled already.
      return Optional.empty();
    }
  }

  private static ProducerRecord<byte[], byte[]> with(
      ProducerRecord<byte[], byte[]> record, byte[] value) {
    return new ProducerRecord<>(
        record.topic(), record.partition(), record.key(), value, record.headers());
  }

  private static String type(ConsumerRecord<byte[], byte[]> record) {
    return Headers.type(record).orElseThrow().record().getSimpleName();
  }

  static String key(ConsumerRecord<byte[], byte[]> record) {
    return record.key() == null ? "" : new String(record.key(), UTF_8);
  }

  /** A copy that is to be sent. */
  record Copy(
      Fault fault,
      String type,
      ConsumerRecord<byte[], byte[]> original,
      ProducerRecord<byte[], byte[]> record) {}
}
