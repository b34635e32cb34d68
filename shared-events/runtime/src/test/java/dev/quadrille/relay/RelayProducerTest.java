package dev.quadrille.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.quadrille.tracing.EventTraces;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class RelayProducerTest {
  private final RelayStatus status =
      new RelayStatus(new SimpleMeterRegistry(), Duration.ofSeconds(10));
  private final SilentKafka kafka = new SilentKafka();
  private final RelayProducer producer =
      new RelayProducer(kafka, status, new RelayFaults(), EventTraces.none());

  @Test
  void sendsNothingAfterARefusal() {
    producer.send(row(1), null);
    producer.send(row(2), null);
    kafka.errorNext(new TopicAuthorizationException("no"));

    assertThat(kafka.closed()).isTrue();
    assertThatThrownBy(() -> producer.send(row(3), null)).hasMessageContaining("event id-1");
    assertThat(kafka.history()).hasSize(2);
  }

  @Test
  void tellsTheFirstRefusalToWhoWaits() {
    producer.send(row(1), null);
    producer.send(row(2), null);
    kafka.errorNext(new RecordTooLargeException("big"));
    kafka.errorNext(new TopicAuthorizationException("no"));
    kafka.answers.countDown();

    assertThatThrownBy(producer::awaitAcknowledged)
        .isInstanceOf(RelayException.class)
        .hasMessageContaining("event id-1 (seq 1) for order.events")
        .hasMessageContaining("big");
  }

  @Test
  void noticesThatNothingIsAcknowledged() throws Exception {
    producer.requireProgress(Duration.ZERO);
    producer.send(row(1), null);
    var waiter = CompletableFuture.runAsync(this::awaitAcknowledged);

    await()
        .untilAsserted(
            () ->
                assertThatThrownBy(() -> producer.requireProgress(Duration.ofMillis(20)))
                    .hasMessageContaining("acknowledged nothing"));
    producer.requireProgress(Duration.ofMinutes(1));

    kafka.completeNext();
    kafka.answers.countDown();
    waiter.get();
    producer.requireProgress(Duration.ZERO);
  }

  @Test
  void isGivenUpWhenNothingIsAcknowledged() {
    producer.send(row(1), null);
    try (var watch = new RelayWatch(producer, Duration.ofMillis(20))) {
      assertThat(watch).isNotNull();
      assertThatThrownBy(producer::awaitAcknowledged).hasMessageContaining("acknowledged nothing");
    }
    assertThat(kafka.closed()).isTrue();
  }

  private void awaitAcknowledged() {
    try {
      producer.awaitAcknowledged();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static OutboxRow row(long seq) {
    return new OutboxRow(
        seq,
        "id-" + seq,
        "order.events",
        "order",
        "aggregate",
        "OrderPlaced",
        new byte[1],
        null,
        null,
        "2026-01-01T00:00:00Z");
  }

  /** Answers when it is told to. */
  private static final class SilentKafka extends MockProducer<String, byte[]> {
    final CountDownLatch answers = new CountDownLatch(1);

    SilentKafka() {
      super(false, null, new StringSerializer(), new ByteArraySerializer());
    }

    @Override
    public void close(Duration timeout) {
      super.close(timeout);
      while (errorNext(new KafkaException("closed"))) {}
      answers.countDown();
    }

    @Override
    public void flush() {
      try {
        answers.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
