package dev.quadrille.order.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.order.OrderApplication;
import dev.quadrille.testkit.HttpCaller;
import dev.quadrille.testkit.RunningService;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Whatever comes is answered, and by no failure of ours; and every order has its answer.
 *
 * <p>{@code quadrille.fuzz.requests} is how many, {@code quadrille.fuzz.seed} which.
 */
class FuzzIT {
  private static final int REQUESTS = Integer.getInteger("quadrille.fuzz.requests", 1_000);
  private static final long SEED = Long.getLong("quadrille.fuzz.seed", 4);
  private static final int THREADS = 8;

  @Test
  void answersWhateverComes() {
    try (var service =
        RunningService.start(OrderApplication.class, "order", "quadrille.order.sweep-pause=1h")) {
      var shop = service.calledBy("shop-1");
      var statuses = Collections.synchronizedMap(new TreeMap<Integer, Integer>());
      var threads = Executors.newFixedThreadPool(THREADS);
      IntStream.range(0, REQUESTS)
          .mapToObj(
              i -> threads.submit(() -> statuses.merge(status(shop, SEED + i), 1, Integer::sum)))
          .toList()
          .forEach(FuzzIT::join);
      threads.shutdown();

      assertThat(statuses.keySet())
          .contains(202, 400, 409, 415, 422)
          .allMatch(status -> status < 500, "no 5xx in " + statuses);
      assertThat(
              service
                  .database()
                  .ask(
                      """
                      SELECT count(*) FROM orders WHERE NOT EXISTS (
                        SELECT FROM idempotency_key WHERE location = '/orders/' || orders.id)
                      """))
          .as("orders without a stored answer")
          .isEqualTo("0");
      assertThat(
              service
                  .database()
                  .ask(
                      "SELECT count(*) FROM outbox WHERE NOT EXISTS (SELECT FROM orders WHERE"
                          + " orders.id = aggregate_id)"))
          .as("events without an order")
          .isEqualTo("0");
    }
  }

  private static int status(HttpCaller shop, long seed) {
    // A connection is closed after a body that was not read to its end, and each thread may have
    // left one behind.
    for (var closed = 0; closed < THREADS; closed++) {
      try {
        return send(shop, seed);
      } catch (UncheckedIOException e) {
        // The same again.
      }
    }
    return send(shop, seed);
  }

  private static int send(HttpCaller shop, long seed) {
    var fuzzed = new FuzzedRequest(seed);
    return shop.send(fuzzed.path(), fuzzed::complete).status();
  }

  private static void join(Future<?> request) {
    try {
      request.get();
    } catch (Exception e) {
      throw new AssertionError("a request was not answered", e);
    }
  }
}
