package dev.quadrille.cli.demo;

import dev.quadrille.testkit.oracle.Target;
import dev.quadrille.testkit.oracle.TopicReader;
import dev.quadrille.testkit.oracle.TopicRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** What happened to one order: who told what, when, and how long each hop took. */
final class Timeline {
  private static final String LINE = "%9s  %-12s %-27s %s";
  private static final Map<String, String> OWNERS =
      Map.of("reservation", "inventory", "payment", "account");

  private final Target target;

  Timeline(Target target) {
    this.target = target;
  }

  /** One line for each event, oldest first. */
  List<String> of(UUID order) {
    var events =
        new TopicReader(target.bootstrapServers())
            .read().stream()
                .filter(
                    record -> record.key().equals(order.toString()) && record.emittedAt() != null)
                .sorted(Comparator.comparing(Timeline::seenAt))
                .toList();
    var lines = new ArrayList<String>();
    var seen = new HashSet<UUID>();
    for (var event : events) {
      lines.add(line(event, events.get(0).emittedAt(), !seen.add(event.id())));
    }
    return lines;
  }

  private String line(TopicRecord event, Instant start, boolean repeat) {
    var who = event.topic().substring(0, event.topic().indexOf('.'));
    if (event.replayed() || repeat) {
      var note = event.replayed() ? "injected again" : "repeated";
      return LINE.formatted("+" + millis(start, event.storedAt()), "", event.type(), note);
    }
    var hops = new ArrayList<String>();
    hops.add("topic " + millis(event.emittedAt(), event.storedAt()));
    handled(event.id())
        .forEach((service, at) -> hops.add(service + " " + millis(event.storedAt(), at)));
    return LINE.formatted(
        "+" + millis(start, event.emittedAt()),
        OWNERS.getOrDefault(who, who),
        event.type(),
        String.join(" → ", hops));
  }

  private Map<String, Instant> handled(UUID event) {
    var handled = new LinkedHashMap<String, Instant>();
    for (var service : Target.SERVICES) {
      handledBy(service, event).ifPresent(at -> handled.put(service, at));
    }
    return handled;
  }

  private Optional<Instant> handledBy(String service, UUID event) {
    return target
        .database(service)
        .sql("SELECT handled_at FROM processed_events WHERE event_id = ?")
        .param(event)
        .query((row, number) -> row.getTimestamp(1).toInstant())
        .optional();
  }

  private static Instant seenAt(TopicRecord event) {
    return event.replayed() ? event.storedAt() : event.emittedAt();
  }

  private static String millis(Instant from, Instant to) {
    return Math.max(0, Duration.between(from, to).toMillis()) + " ms";
  }
}
