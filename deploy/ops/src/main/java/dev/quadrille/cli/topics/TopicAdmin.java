package dev.quadrille.cli.topics;

import static java.util.stream.Collectors.toMap;

import dev.quadrille.cli.connection.UnreachableException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** What Kafka says about topics and groups. Asks, and changes nothing. */
public final class TopicAdmin implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 20;

  private final Admin admin;

  /**
   * Of one Kafka.
   *
   * @param kafka settings of its clients
   */
  public TopicAdmin(Map<String, Object> kafka) {
    this.admin = Admin.create(kafka);
  }

  /**
   * Returns if Kafka answers.
   *
   * @throws UnreachableException if it does not
   */
  public void requireAnswer() {
    answer(admin.describeCluster().clusterId());
  }

  /** All partitions of some topics. */
  public List<TopicPartition> partitions(Collection<String> topics) {
    return answer(admin.describeTopics(topics).allTopicNames()).values().stream()
        .flatMap(
            topic ->
                topic.partitions().stream()
                    .map(partition -> new TopicPartition(topic.name(), partition.partition())))
        .toList();
  }

  /** Where partitions end, whether or not the last transactions there are still open. */
  public Map<TopicPartition, Long> ends(Collection<TopicPartition> partitions) {
    var latest = partitions.stream().collect(toMap(Function.identity(), p -> OffsetSpec.latest()));
    return answer(admin.listOffsets(latest).all()).entrySet().stream()
        .collect(toMap(Map.Entry::getKey, found -> offset(found.getValue())));
  }

  /** Up to where a group has read; what it never committed is absent. */
  public Map<TopicPartition, Long> committed(String group) {
    var committed = new HashMap<TopicPartition, Long>();
    answer(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
        .forEach((partition, offset) -> committed.put(partition, offset(offset)));
    return committed;
  }

  @Override
  public void close() {
    admin.close();
  }

  private static long offset(ListOffsetsResultInfo found) {
    return found.offset();
  }

  // A partition of a group without an offset comes with null.
  private static long offset(OffsetAndMetadata committed) {
    return committed == null ? 0 : committed.offset();
  }

  private static <T> T answer(KafkaFuture<T> asked) {
    try {
      return asked.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new UnreachableException("Kafka does not tell: " + e.getCause().getMessage());
    } catch (TimeoutException e) {
      throw new UnreachableException("Kafka does not answer");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnreachableException("interrupted");
    }
  }
}
