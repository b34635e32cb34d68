package dev.quadrille.handling;

import dev.quadrille.codec.EventCodec;
import dev.quadrille.contracts.Lane;
import dev.quadrille.inbox.Inbox;
import dev.quadrille.outbox.Outbox;
import dev.quadrille.state.Ids;
import dev.quadrille.state.Journal;
import dev.quadrille.tracing.EventTraces;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.persistence.EntityManager;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import org.apache.kafka.clients.admin.Admin;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@AutoConfiguration(
    after = HandlingPoolAutoConfiguration.class,
    afterName = {
      "dev.quadrille.outbox.OutboxAutoConfiguration",
      "dev.quadrille.inbox.InboxAutoConfiguration",
      "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
    })
@ConditionalOnBean(EventHandlers.class)
@EnableConfigurationProperties(HandlingProperties.class)
@Import(ParkingConfiguration.class)
class HandlingAutoConfiguration {

  @Bean
  Admin kafkaAdminClient(KafkaProperties kafka) {
    return Admin.create(kafka.buildAdminProperties());
  }

  @Bean
  TopicIds topicIds(Admin admin) {
    return new TopicIds(admin);
  }

  @Bean
  LaneBacklog laneBacklog(
      EventHandlers<?> handlers,
      ConsumerPositions positions,
      Lanes lanes,
      Admin admin,
      Clock clock) {
    return new LaneBacklog(handlers, positions, lanes, admin, clock);
  }

  @Bean
  ConsumedTopics consumedTopics(EventHandlers<?> handlers, Admin admin) {
    return new ConsumedTopics(handlers, admin);
  }

  @Bean
  ConsumerPositions consumerPositions(JdbcClient jdbc, TopicIds topicIds) {
    return new ConsumerPositions(jdbc, topicIds);
  }

  @Bean
  EventReader eventReader(EventCodec codec, EventHandlers<?> handlers) {
    return new EventReader(codec, handlers);
  }

  @Bean
  Effects effects(EntityManager entities, JdbcClient jdbc, Outbox outbox) {
    return new Effects(entities, jdbc, outbox);
  }

  @Bean
  BatchHandler batchHandler(
      EventHandlers<?> handlers,
      Inbox inbox,
      Effects effects,
      ParkingLot parkingLot,
      ConsumerPositions positions,
      EventTraces traces) {
    return new BatchHandler(handlers, inbox, effects, parkingLot, positions, traces);
  }

  @Bean
  HandlingMetrics handlingMetrics(MeterRegistry registry) {
    return new HandlingMetrics(registry);
  }

  @Bean
  BatchTransaction batchTransaction(
      PlatformTransactionManager transactions, HandlingMetrics metrics) {
    return new BatchTransaction(new TransactionTemplate(transactions), metrics);
  }

  @Bean
  EventDispatcher eventDispatcher(
      BatchHandler handler, BatchTransaction transaction, HandlingProperties properties) {
    return new EventDispatcher(handler, transaction, properties);
  }

  @Bean
  Rounds looksForLag(LaneBacklog backlog, MeterRegistry registry, HandlingProperties properties) {
    var lag = new LagGauge(backlog, registry);
    return new Rounds("lag", properties.lagLook(), lag::look);
  }

  @Bean
  Journal commandJournal(JdbcClient jdbc, Ids ids, HandlingMetrics metrics) {
    return new CommandJournal(jdbc, ids, metrics);
  }

  @Bean
  StateHistory stateHistory(JdbcClient jdbc) {
    return new StateHistory(jdbc);
  }

  @Bean
  LaneContainers laneContainers(
      KafkaProperties kafka,
      HandlingProperties properties,
      ConsumerPositions positions,
      Resumptions resumptions) {
    return new LaneContainers(kafka, properties, positions, resumptions);
  }

  @Bean
  Resumptions resumptions(MeterRegistry meters, Clock clock) {
    return new Resumptions(meters, clock);
  }

  @Bean
  Rounds topicWatch(EventHandlers<?> handlers, TopicIds topicIds, Lanes lanes) {
    var topics = new RemadeTopics(handlers, topicIds, lanes);
    return new Rounds("topics", Duration.ofSeconds(5), topics::look);
  }

  @Bean
  @ConditionalOnEnabledHealthIndicator("lanes")
  LanesHealthIndicator lanesHealthIndicator(Lanes lanes, Resumptions resumptions) {
    return new LanesHealthIndicator(lanes, resumptions);
  }

  @Bean
  Lanes lanes(
      EventHandlers<?> handlers,
      LaneContainers containers,
      EventReader reader,
      EventDispatcher dispatcher,
      HandlingMetrics metrics,
      HandlingProperties properties) {
    var lanes = new EnumMap<Lane, ConcurrentMessageListenerContainer<byte[], byte[]>>(Lane.class);
    for (var lane : Lane.values()) {
      var topics = handlers.topics(lane);
      if (!topics.isEmpty()) {
        var listener = new LaneListener(lane, reader, dispatcher, metrics, properties);
        lanes.put(lane, containers.container(handlers.consumer(), lane, topics, listener));
      }
    }
    return new Lanes(lanes);
  }
}
