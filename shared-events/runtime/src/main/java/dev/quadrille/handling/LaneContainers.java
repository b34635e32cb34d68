package dev.quadrille.handling;

import static org.apache.kafka.clients.consumer.ConsumerConfig.GROUP_PROTOCOL_CONFIG;

import dev.quadrille.contracts.Lane;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.ContainerProperties.AckMode;

/** Makes the container of a lane: a consumer group with threads of its own. */
final class LaneContainers {
  private static final Logger log = LoggerFactory.getLogger(LaneContainers.class);
  private static final long POLL_MILLIS = 200;
  private static final Duration AUTHENTICATION_PAUSE = Duration.ofSeconds(5);

  private final KafkaProperties kafka;
  private final HandlingProperties properties;
  private final ConsumerPositions positions;
  private final Resumptions resumptions;

  LaneContainers(
      KafkaProperties kafka,
      HandlingProperties properties,
      ConsumerPositions positions,
      Resumptions resumptions) {
    this.kafka = kafka;
    this.properties = properties;
    this.positions = positions;
    this.resumptions = resumptions;
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
    // Without it a consumer ends for good while its password is being changed.
    settings.setAuthExceptionRetryInterval(AUTHENTICATION_PAUSE);
    var consumers = new DefaultKafkaConsumerFactory<byte[], byte[]>(config(lane, group));
    var container = new ConcurrentMessageListenerContainer<>(consumers, settings);
    container.setConcurrency(properties.lane(lane).threads());
    container.setBeanName(group);
    resumptions.expect(group);
    var startingPoints = new StartingPoints(group, positions, properties);
    var resume = new ResumeFromDatabase(group, startingPoints, resumptions, container::isRunning);
    container.getContainerProperties().setConsumerRebalanceListener(resume);
    container.setCommonErrorHandler(new LaneErrors(group, resume));
    if (properties.lane(lane).paused()) {
      log.warn("{} begins paused, as it was told to", group);
      container.pause();
    }
    return container;
  }

  private Map<String, Object> config(Lane lane, String group) {
    var config = kafka.buildConsumerProperties();
    config.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    config.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    config.put(ConsumerConfig.CLIENT_ID_CONFIG, group);
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    // Where to go on is decided in one place, and told: see ResumeFromDatabase.
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, properties.lane(lane).poll());
    if (!"consumer".equalsIgnoreCase(String.valueOf(config.get(GROUP_PROTOCOL_CONFIG)))) {
      // When a replica comes or goes, the others keep what they have. Kafka's newer protocol does
      // that by itself, and refuses the setting.
      config.putIfAbsent(
          ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
          CooperativeStickyAssignor.class.getName());
    }
    if (properties.instanceId() != null) {
      // The container adds the number of the thread.
      config.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, properties.instanceId());
    }
    return config;
  }
}
