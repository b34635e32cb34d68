package dev.quadrille.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.debezium.config.CommonConnectorConfig;
import io.debezium.connector.base.ChangeEventQueue;
import io.debezium.connector.base.QueueProvider;
import io.debezium.pipeline.Sizeable;
import io.debezium.util.LoggingContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RestingQueueTest {
  private static final int CAPACITY = 10;

  private final AtomicInteger asked = new AtomicInteger();
  private final RestingQueue<Change> resting =
      new RestingQueue<>() {
        @Override
        public int size() {
          asked.incrementAndGet();
          return super.size();
        }
      };
  private final ChangeEventQueue<Change> queue = queue();

  @Test
  void isNotAskedWithoutAPauseWhileNothingComes() throws InterruptedException {
    for (var poll = 0; poll < 10; poll++) {
      assertThat(queue.poll()).isEmpty();
    }
    assertThat(asked).as("Debezium's own is asked thousands of times").hasValueLessThan(200);
  }

  @Test
  void givesWhatCameInOrder() throws InterruptedException {
    for (var number = 0; number < CAPACITY; number++) {
      queue.enqueue(new Change(number));
    }
    assertThat(queue.poll()).extracting(Change::number).containsExactly(0, 1, 2, 3, 4);
    assertThat(queue.poll()).extracting(Change::number).containsExactly(5, 6, 7, 8, 9);
  }

  @Test
  void isFoundByItsName() {
    var names = new ArrayList<String>();
    ServiceLoader.load(QueueProvider.class).forEach(provider -> names.add(provider.name()));
    assertThat(names).containsOnlyOnce(RestingQueue.NAME);
  }

  private ChangeEventQueue<Change> queue() {
    resting.configure(
        Map.of(CommonConnectorConfig.MAX_QUEUE_SIZE.name(), String.valueOf(CAPACITY)));
    return new ChangeEventQueue.Builder<Change>()
        .pollInterval(Duration.ofMillis(3))
        .maxQueueSize(CAPACITY)
        .maxBatchSize(CAPACITY / 2)
        .loggingContextSupplier(() -> LoggingContext.forConnector("test", "test", "test"))
        .queueProvider(resting)
        .build();
  }

  private record Change(int number) implements Sizeable {
    @Override
    public long objectSize() {
      return 1;
    }
  }
}
