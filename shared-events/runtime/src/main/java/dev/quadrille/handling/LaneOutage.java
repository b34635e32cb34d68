package dev.quadrille.handling;

import dev.quadrille.contracts.Lane;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * What keeps a lane from handling. The pause grows with each failure of the same partitions; to the
 * log all of them are one lane, which goes on when the last of them does.
 */
final class LaneOutage {
  private final Map<TopicPartition, Failing> failing = new HashMap<>();
  private final HandlingProperties properties;
  private final Outage outage;

  LaneOutage(Logger log, Lane lane, HandlingProperties properties) {
    this.properties = properties;
    this.outage = new Outage(log, lane.label() + " lane", System::nanoTime);
  }

  /**
   * These could not be handled.
   *
   * @param cause only where its words are known to be nobody's
   * @return for how long to pause
   */
  synchronized Duration met(
      Collection<? extends ConsumerRecord<?, ?>> records,
      @Nullable String why,
      @Nullable Throwable cause) {
    var now = System.nanoTime();
    var times =
        partitions(records).stream()
            .map(it -> failing.merge(it, new Failing(1, now), Failing::again))
            .mapToInt(Failing::times)
            .max()
            .orElse(1);
    var pause = pause(times);
    outage.met("pauses " + pause + ": " + why, cause);
    return pause;
  }

  /** These have been handled. */
  synchronized void passed(Collection<? extends ConsumerRecord<?, ?>> records) {
    if (failing.isEmpty()) {
      return;
    }
    failing.keySet().removeAll(partitions(records));
    // What is not even tried any more has gone to another replica.
    failing.values().removeIf(it -> Outage.isOver(it.last, System.nanoTime()));
    if (failing.isEmpty()) {
      outage.over();
    }
  }

  private static Set<TopicPartition> partitions(
      Collection<? extends ConsumerRecord<?, ?>> records) {
    return records.stream()
        .map(record -> new TopicPartition(record.topic(), record.partition()))
        .collect(Collectors.toSet());
  }

  private Duration pause(int failures) {
    var doublings = Math.min(failures - 1, 16);
    var pause = properties.firstBackOff().multipliedBy(1L << doublings);
    return pause.compareTo(properties.longestBackOff()) < 0 ? pause : properties.longestBackOff();
  }

  private record Failing(int times, long last) {

    Failing again(Failing now) {
      return new Failing(times + 1, now.last);
    }
  }
}
