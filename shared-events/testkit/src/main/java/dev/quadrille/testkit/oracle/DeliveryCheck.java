package dev.quadrille.testkit.oracle;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Every outbox row is on a topic, and nothing is on a topic that no outbox wrote. A person's
 * replays are left out, and what is older than the oldest outbox row, whose partition may be gone.
 *
 * <p>The first look reads everything; each further one reads what came since, and what did not
 * agree.
 */
final class DeliveryCheck implements Check {
  // No transaction lasts as long: what it wrote shows up after rows that began later.
  private static final Duration OVERLAP = Duration.ofMinutes(5);
  // No record comes so much earlier than its row is read.
  private static final Duration REMEMBERED = Duration.ofHours(2);
  private static final int TIME_ORDERED = 7;

  private final Map<TopicPartition, Long> positions = new HashMap<>();
  private final Map<String, Instant> looked = new HashMap<>();
  private final Set<UUID> told = new HashSet<>();
  private final Set<UUID> untold = new HashSet<>();
  private final Set<UUID> strange = new HashSet<>();

  @Override
  public List<Finding> findings(Target target) {
    // Outboxes first: what is written while the topics are read is then no finding.
    var since = new HashMap<>(looked);
    var written = new HashSet<UUID>();
    Target.SERVICES.forEach(
        service -> {
          var now = now(target, service);
          written.addAll(written(target, service, since.get(service)));
          looked.put(service, now);
        });
    new TopicReader(target.kafka())
        .read(
            positions,
            found -> {
              var record = TopicReader.describe(found);
              var id = record.id();
              if (id != null && told.add(id) && !record.replayed() && !written.contains(id)) {
                strange.add(id);
              }
            });
    untold.addAll(written);
    untold.removeAll(told);
    strange.removeAll(written);
    explain(target, since);
    forgetOld();
    return Stream.concat(
            untold.stream().map(id -> finding("event %s is in an outbox and on no topic", id)),
            strange.stream().map(id -> finding("event %s is on a topic and in no outbox", id)))
        .toList();
  }

  private void explain(Target target, Map<String, Instant> since) {
    if (strange.isEmpty()) {
      return;
    }
    Target.SERVICES.forEach(
        service -> {
          strange.removeAll(written(target, service, since.get(service)));
          strange.removeAll(withIds(target, service, strange));
        });
    var oldest =
        Target.SERVICES.stream()
            .flatMap(service -> oldest(target, service).stream())
            .min(UUID::compareTo);
    strange.removeIf(id -> oldest.isEmpty() || id.compareTo(oldest.get()) <= 0);
  }

  // Rows are only asked for as far back as the overlap.
  private void forgetOld() {
    var young = looked.values().stream().min(Instant::compareTo).orElseThrow().minus(REMEMBERED);
    told.removeIf(
        id ->
            id.version() != TIME_ORDERED
                || id.getMostSignificantBits() >>> 16 < young.toEpochMilli());
  }

  private static Instant now(Target target, String service) {
    return target
        .database(service)
        .sql("SELECT clock_timestamp()")
        .query(OffsetDateTime.class)
        .single()
        .toInstant();
  }

  private static Set<UUID> written(Target target, String service, @Nullable Instant since) {
    return target
        .database(service)
        .sql("SELECT id FROM outbox WHERE created_at >= ?::timestamptz")
        .param(
            since == null
                ? "-infinity"
                : OffsetDateTime.ofInstant(since.minus(OVERLAP), ZoneOffset.UTC).toString())
        .query(UUID.class)
        .set();
  }

  private static Set<UUID> withIds(Target target, String service, Collection<UUID> ids) {
    return target
        .database(service)
        .sql("SELECT id FROM outbox WHERE id = ANY (?)")
        .param(ids.toArray(UUID[]::new))
        .query(UUID.class)
        .set();
  }

  private static Optional<UUID> oldest(Target target, String service) {
    return target
        .database(service)
        .sql("SELECT id FROM outbox ORDER BY created_at, id LIMIT 1")
        .query(UUID.class)
        .optional();
  }
}
