package dev.quadrille.handling;

import dev.quadrille.contracts.EventType;
import dev.quadrille.state.Journal;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;

/**
 * The events that one transaction is about to answer, each for the first time.
 *
 * @param events in the order of their records
 * @param journal hears of every move that the reactions ask for
 */
public record Batch(List<? extends SpecificRecord> events, Journal journal) {

  /** The orders concerned, each once, sorted: rows are locked in this order. */
  public UUID[] orderIds() {
    return events.stream()
        .map(event -> EventType.of(event).orderId(event))
        .distinct()
        .sorted()
        .toArray(UUID[]::new);
  }

  /** Something of every event of one type, each value once, sorted. */
  public <E extends SpecificRecord, T extends Comparable<T>> List<T> collect(
      Class<E> type, Function<E, ? extends Collection<T>> values) {
    return all(type).flatMap(event -> values.apply(event).stream()).distinct().sorted().toList();
  }

  private <E extends SpecificRecord> Stream<E> all(Class<E> type) {
    return events.stream().filter(type::isInstance).map(type::cast);
  }
}
