package dev.quadrille.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.handling.DeliveredBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/**
 * The promise that batches are worth their name: the number of SQL calls does not grow with the
 * batch.
 */
public abstract class SqlCallsContract {
  private static final int MANY = 500;

  /** The service, started with {@code spring.main.sources=dev.quadrille.testkit.SqlCalls}. */
  protected abstract RunningService service();

  /**
   * Everything that can happen to orders here, one event after the other; for each, an order's
   * event.
   */
  protected abstract List<Function<UUID, SpecificRecord>> dance();

  /** Brings orders into being, where the service does not learn of them by events. */
  protected void place(List<UUID> orders) {}

  @Test
  void handlesFiveHundredEventsWithTheCallsOfOne() {
    var one = calls(1);
    var many = calls(MANY);
    assertThat(many).hasSameSizeAs(one);
    for (var step = 0; step < one.size(); step++) {
      assertThat(many.get(step)).as("calls of step %d", step).isEqualTo(one.get(step));
    }
  }

  private List<List<String>> calls(int count) {
    var orders = Stream.generate(UUID::randomUUID).limit(count).toList();
    place(orders);
    var calls = new ArrayList<List<String>>();
    for (var step : dance()) {
      var events = orders.stream().map(step).toList();
      calls.add(SqlCalls.during(() -> DeliveredBatch.deliver(service(), events)));
    }
    return calls;
  }
}
