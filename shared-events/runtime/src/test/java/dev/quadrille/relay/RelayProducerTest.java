package dev.quadrille.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.quadrille.tracing.EventTraces;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.NotLeaderOrFollowerException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RelayProducerTest {
  private static final byte[] PAYLOAD = new byte[1];
  private final RelayStatus status =
      new RelayStatus(new SimpleMeterRegistry(), Duration.ofSeconds(10));
  private final SilentKafka kafka = new SilentKafka();
  private final List<Refusal> noted = new ArrayList<>();
  private final RelayProducer producer =
      new RelayProducer(kafka, status, new RelayFaults(), EventTraces.none(), noted::addAll);

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
    kafka.errorNext(new TopicAuthorizationException("not yours"));
    kafka.errorNext(new InvalidTimestampException("no"));
    kafka.answers.countDown();

    assertThatThrownBy(producer::awaitAcknowledged)
        .isInstanceOf(RelayException.class)
        .hasMessageContaining("event id-1 (seq 1) for order.events")
        .hasMessageContaining("not yours");
    assertThat(noted).isEmpty();
  }

  @Test
  void notesWhatIsRefusedAloneAndSendsItsNeighboursAgain() throws Exception {
    producer.send(row(1), null);
    producer.send(row(2), null);
    producer.send(row(3), null);
    kafka.completeNext();
    // One answer for the batch of both.
    kafka.errorNext(new RecordBatchTooLargeException("batch"));
    kafka.errorNext(new RecordBatchTooLargeException("batch"));
    kafka.answersFlushesWith(new RecordTooLargeException("big"), null);

    assertThat(producer.awaitAcknowledged()).isEqualTo(noted);
    assertThat(noted).containsExactly(new Refusal(row(2), "big"));
    assertThat(kafka.history()).hasSize(5);
    assertThat(kafka.closed()).isFalse();
    assertThat(producer.awaitAcknowledged()).isEmpty();
  }

  @Test
  void goesNoFurtherWhenARefusalCannotBeNoted() {
    var careless =
        new RelayProducer(
            kafka,
            status,
            new RelayFaults(),
            EventTraces.none(),
            refusals -> {
              throw new RelayException("no database");
            });
    careless.send(row(1), null);
    kafka.errorNext(new RecordTooLargeException("big"));
    kafka.answersFlushesWith(new RecordTooLargeException("big"));

    assertThatThrownBy(careless::awaitAcknowledged).hasMessage("no database");
  }

  @ParameterizedTest
  @MethodSource("notOfTheRecord")
  void isStoppedByARefusalThatDoesNotLieInTheRecord(ApiException refusal) {
    producer.send(row(1), null);
    kafka.errorNext(refusal);
    kafka.answers.countDown();

    assertThatThrownBy(producer::awaitAcknowledged).isInstanceOf(RelayException.class);
    assertThat(noted).isEmpty();
    assertThat(kafka.closed()).isTrue();
  }

  static Stream<ApiException> notOfTheRecord() {
    return Stream.of(
        new TopicAuthorizationException("no"),
        new UnknownTopicOrPartitionException("no"),
        new NotLeaderOrFollowerException("no"),
        new NotEnoughReplicasException("no"),
        new PolicyViolationException("no"),
        new InvalidTimestampException("no"),
        new CorruptRecordException("no"),
        new InvalidRecordException("no"));
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

  // One payload for all: records compare arrays by identity.
  private static OutboxRow row(long seq) {
    return new OutboxRow(
        seq,
        "id-" + seq,
        "order.events",
        "order",
        "aggregate",
        "OrderPlaced",
        PAYLOAD,
        null,
        null,
        "2026-01-01T00:00:00Z");
  }

  /** Answers when it is told to. */
  private static final class SilentKafka extends MockProducer<String, byte[]> {
    final CountDownLatch answers = new CountDownLatch(1);
    private final Deque<Runnable> flushes = new ArrayDeque<>();

    SilentKafka() {
      super(false, null, new StringSerializer(), new ByteArraySerializer());
    }

    @Override
    public void close(Duration timeout) {
      super.close(timeout);
      while (errorNext(new KafkaException("closed"))) {}
      answers.countDown();
    }

    /** From the second flush on, answers one record each time: null takes it. */
    void answersFlushesWith(@Nullable RuntimeException... next) {
      answers.countDown();
      flushes.add(() -> {});
      for (var answer : next) {
        flushes.add(() -> assertThat(answer == null ? completeNext() : errorNext(answer)).isTrue());
      }
    }

    @Override
    public void flush() {
      var flush = flushes.poll();
      if (flush != null) {
        flush.run();
        return;
      }
      try {
        answers.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
