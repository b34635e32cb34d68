package dev.quadrille.handling;

import dev.quadrille.contracts.Lane;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.ContainerProperties.AckMode;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.util.backoff.FixedBackOff;

/** Makes the container of a lane: a consumer group with threads of its own. */
final class LaneContainers {
  private static final long POLL_MILLIS = 200;

  private final KafkaProperties kafka;
  private final HandlingProperties properties;
  private final ConsumerPositions positions;
  private final TopicIds topicIds;

  LaneContainers(
      KafkaProperties kafka,
      HandlingProperties properties,
      ConsumerPositions positions,
      TopicIds topicIds) {
    this.kafka = kafka;
    this.properties = properties;
    this.positions = positions;
    this.topicIds = topicIds;
  }

  ConcurrentMessageListenerContainer<byte[], byte[]> container(
      String consumer, Lane lane, Set<String> topics, LaneListener listener) {
    var group = ConsumerGroup.of(consumer, lane);
    var settings = new ContainerProperties(topics.toArray(String[]::new));
    settings.setGroupId(group);
    settings.setAckMode(AckMode.MANUAL);
    settings.setMessageListener(listener);
    // A pause after a nack ends only when a poll does: by default, five seconds late.
    settings.setPollTimeout(POLL_MILLIS);
    settings.setConsumerRebalanceListener(new ResumeFromDatabase(group, positions, topicIds));
    var consumers = new DefaultKafkaConsumerFactory<byte[], byte[]>(config(lane, group));
    var container = new ConcurrentMessageListenerContainer<>(consumers, settings);
    container.setConcurrency(properties.lane(lane).threads());
    container.setBeanName(group);
    // The listener throws nothing; should the container itself stumble, it tries for ever and skips
    // nothing.
    var again = new FixedBackOff(1_000, FixedBackOff.UNLIMITED_ATTEMPTS);
    container.setCommonErrorHandler(new DefaultErrorHandler(again));
    return container;
  }

  private Map<String, Object> config(Lane lane, String group) {
    var config = kafka.buildConsumerProperties();
    config.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    config.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    config.put(ConsumerConfig.CLIENT_ID_CONFIG, group);
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, properties.lane(lane).poll());
    return config;
  }
}
