package dev.quadrille.handling;

import static java.util.stream.Collectors.toMap;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells people whenever partitions are read from elsewhere than where Kafka says: by a log line, by
 * the metric {@code quadrille.handling.resumptions} and, the last few, in the health indicator
 * {@code lanes}.
 */
final class Resumptions {
  private static final Logger log = LoggerFactory.getLogger(Resumptions.class);
  private static final int KEPT = 10;

  private final MeterRegistry meters;
  private final Clock clock;
  private final Deque<Told> last = new ArrayDeque<>();

  Resumptions(MeterRegistry meters, Clock clock) {
    this.meters = meters;
    this.clock = clock;
  }

  /** Counts from zero: an alert on an increase sees the first one, too. */
  void expect(String group) {
    for (var reason : Resumption.values()) {
      counter(group, reason);
    }
  }

  /** Tells of those that have a reason. */
  void tell(String group, Map<TopicPartition, StartingPoint> starts) {
    for (var reason : Resumption.values()) {
      var moved =
          starts.entrySet().stream()
              .filter(start -> start.getValue().reason() == reason)
              .collect(
                  toMap(
                      start -> start.getKey().toString(),
                      start -> start.getValue().offset(),
                      Math::min,
                      TreeMap::new));
      if (!moved.isEmpty()) {
        log.warn("{} reads {} from there on, for {}", group, moved, reason);
        counter(group, reason).increment(moved.size());
        keep(new Told(clock.instant(), group, reason.toString(), moved));
      }
    }
  }

  /** The last few, the newest at the end. */
  List<Told> last() {
    synchronized (last) {
      return List.copyOf(last);
    }
  }

  private void keep(Told told) {
    synchronized (last) {
      last.addLast(told);
      if (last.size() > KEPT) {
        last.removeFirst();
      }
    }
  }

  private Counter counter(String group, Resumption reason) {
    return meters.counter(
        "quadrille.handling.resumptions", "group", group, "reason", reason.name());
  }

  /**
   * What was told.
   *
   * @param from the offset of the first record that is read, by partition
   */
  record Told(Instant at, String group, String reason, Map<String, Long> from) {}
}
