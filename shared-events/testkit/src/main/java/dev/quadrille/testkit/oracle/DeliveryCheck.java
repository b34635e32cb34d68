package dev.quadrille.testkit.oracle;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Every outbox row is on a topic, and nothing is on a topic that no outbox wrote. A person's
 * replays are left out, and what is older than the oldest outbox row, whose partition may be gone.
 */
final class DeliveryCheck implements Check {

  @Override
  public List<Finding> findings(Target target) {
    // Outboxes first: what is written while the topics are read is then no finding.
    var written = new HashSet<UUID>();
    Target.SERVICES.forEach(service -> written.addAll(outbox(target, service)));
    var records =
        new TopicReader(target.kafka())
            .read().stream().filter(record -> record.id() != null).toList();
    var onTopics = records.stream().map(TopicRecord::id).collect(Collectors.toSet());
    var oldest = written.stream().min(UUID::compareTo);
    var lost =
        written.stream()
            .filter(id -> !onTopics.contains(id))
            .map(id -> finding("event %s is in an outbox and on no topic", id));
    var after = new HashSet<UUID>();
    Target.SERVICES.forEach(service -> after.addAll(outbox(target, service)));
    var invented =
        records.stream()
            .filter(record -> !record.replayed() && !after.contains(record.id()))
            .filter(record -> oldest.isPresent() && record.id().compareTo(oldest.get()) > 0)
            .map(TopicRecord::id)
            .distinct()
            .map(id -> finding("event %s is on a topic and in no outbox", id));
    return Stream.concat(lost, invented).toList();
  }

  private static Set<UUID> outbox(Target target, String service) {
    return target.database(service).sql("SELECT id FROM outbox").query(UUID.class).set();
  }
}
