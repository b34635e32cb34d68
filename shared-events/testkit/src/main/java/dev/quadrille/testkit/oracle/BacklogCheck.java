package dev.quadrille.testkit.oracle;

import dev.quadrille.contracts.Lane;
import dev.quadrille.handling.ConsumerGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;

/** Nothing waits: no lag in any group, nothing parked but what somebody has made so. */
final class BacklogCheck implements Check {
  private final Set<String> spoiled;

  /**
   * @param spoiled positions, as {@code topic-0@7}, of records that are to be parked
   */
  BacklogCheck(Set<String> spoiled) {
    this.spoiled = spoiled;
  }

  @Override
  public List<Finding> findings(Target target) {
    var findings = new ArrayList<Finding>();
    try (var admin = Admin.create(target.kafka())) {
      for (var service : Target.SERVICES) {
        for (var lane : Lane.values()) {
          findings.addAll(lag(admin, ConsumerGroup.of(service, lane)));
        }
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("Kafka cannot be asked: " + e.getCause().getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
    Target.SERVICES.forEach(service -> findings.addAll(parked(target, service)));
    return findings;
  }

  private List<Finding> lag(Admin admin, String group)
      throws ExecutionException, InterruptedException {
    var committed = admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
    var end =
        admin
            .listOffsets(
                committed.keySet().stream()
                    .collect(
                        Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest())))
            .all()
            .get();
    var findings = new ArrayList<Finding>();
    committed.forEach(
        (partition, offset) -> {
          var lag = end.get(partition).offset() - offset.offset();
          if (lag > 0) {
            findings.add(finding("%s is behind on %s by %d records", group, partition, lag));
          }
        });
    return findings;
  }

  private List<Finding> parked(Target target, String service) {
    return target
        .database(service)
        .sql(
            "SELECT id, topic, partition, \"offset\", reason, detail FROM parked_events WHERE"
                + " settled_at IS NULL")
        .query(
            (row, number) ->
                new Parked(
                    "%s-%d@%d"
                        .formatted(
                            row.getString("topic"), row.getInt("partition"), row.getLong("offset")),
                    row.getString("reason"),
                    row.getString("detail")))
        .list()
        .stream()
        .filter(parked -> !spoiled.contains(parked.position))
        .map(
            parked ->
                finding(
                    "%s parked %s as %s: %s",
                    service, parked.position, parked.reason, parked.detail))
        .toList();
  }

  private record Parked(String position, String reason, String detail) {}
}
