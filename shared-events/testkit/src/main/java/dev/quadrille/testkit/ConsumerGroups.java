package dev.quadrille.testkit;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import dev.quadrille.contracts.Lane;
import dev.quadrille.handling.ConsumerGroup;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownMemberIdException;

/** The consumer groups of services under test. */
final class ConsumerGroups implements AutoCloseable {
  private final Admin admin;

  ConsumerGroups(String bootstrapServers) {
    this.admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers));
  }

  /**
   * Moves both groups of a consumer to where the topics end now: what other tests left there is not
   * its own.
   */
  void atTheEnd(String consumer, Collection<String> topics)
      throws ExecutionException, InterruptedException {
    var end = end(topics);
    for (var lane : Lane.values()) {
      try {
        admin.alterConsumerGroupOffsets(ConsumerGroup.of(consumer, lane), end).all().get();
      } catch (ExecutionException e) {
        // Another replica of the same test is reading: then this one joins it where it is.
        if (!(e.getCause() instanceof UnknownMemberIdException)) {
          throw e;
        }
      }
    }
  }

  /** How many threads read a lane; those without a partition do not. */
  long readers(String consumer, Lane lane) throws ExecutionException, InterruptedException {
    var group = ConsumerGroup.of(consumer, lane);
    return admin.describeConsumerGroups(List.of(group)).all().get().get(group).members().stream()
        .filter(member -> !member.assignment().topicPartitions().isEmpty())
        .count();
  }

  @Override
  public void close() {
    admin.close();
  }

  private Map<TopicPartition, OffsetAndMetadata> end(Collection<String> topics)
      throws ExecutionException, InterruptedException {
    var partitions =
        admin.describeTopics(topics).allTopicNames().get().values().stream()
            .flatMap(
                topic ->
                    topic.partitions().stream()
                        .map(info -> new TopicPartition(topic.name(), info.partition())))
            .collect(toMap(identity(), partition -> OffsetSpec.latest()));
    return admin.listOffsets(partitions).all().get().entrySet().stream()
        .collect(toMap(Map.Entry::getKey, e -> new OffsetAndMetadata(e.getValue().offset())));
  }
}
