package dev.quadrille.system;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.awaitility.Awaitility.await;

import dev.quadrille.cli.demo.Stage;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Orders at a steady rate, of which one in six is cancelled and one in six refunded a moment later.
 * Whoever gets no answer asks again. A test that fails must close it, or it goes on under all
 * others.
 */
final class Traffic implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Traffic.class);
  private static final int WAITING = 64;
  private static final int HESITATION_MILLIS = 3_000;
  private static final long PRICE_MINOR = 30;

  private final Market market;
  private final Random random;
  private final List<String> customers = names("customer", 20);
  private final List<String> skus = names("sku", 12);
  private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(1);
  private final ExecutorService callers = Executors.newFixedThreadPool(WAITING);
  private final AtomicInteger placed = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();

  /** Who has come and was not answered yet, or has second thoughts. */
  private final AtomicInteger present = new AtomicInteger();

  private volatile @Nullable Future<?> entrance;

  /** Opens with goods and money for most of so many orders. */
  Traffic(Stage stage, Random random, int orders) {
    this.market = new Market(stage);
    this.random = random;
    skus.forEach(sku -> market.goods(sku, orders));
    customers.forEach(
        customer ->
            market.customer(customer, orders * 2 * PRICE_MINOR * 9 / 10 / customers.size()));
  }

  void flow(int perSecond) {
    entrance = clock.scheduleAtFixedRate(this::visit, 0, 1_000 / perSecond, MILLISECONDS);
  }

  int placed() {
    return placed.get();
  }

  /** Visits that came to nothing: nobody may be left without an answer. */
  int failed() {
    return failed.get();
  }

  /** What had to be asked for again, and why. */
  List<String> refused() {
    return market.refused();
  }

  /** How many orders there are, whatever was answered. */
  int orders() {
    return market.states().size();
  }

  /** Lets nobody in any more and returns when everybody has been answered. */
  boolean end(Duration patience) {
    var open = entrance;
    if (open != null) {
      open.cancel(false);
    }
    try {
      await().atMost(patience).until(() -> present.get() == 0);
      return true;
    } catch (ConditionTimeoutException late) {
      return false;
    } finally {
      clock.shutdown();
      callers.shutdown();
    }
  }

  /** Nobody comes any more, and whoever waits goes. */
  @Override
  public void close() {
    clock.shutdownNow();
    callers.shutdownNow();
  }

  private void visit() {
    var customer = customers.get(random.nextInt(customers.size()));
    var wanted =
        random
            .ints(1 + random.nextInt(3), 0, skus.size())
            .mapToObj(skus::get)
            .toArray(String[]::new);
    var wish = random.nextInt(6);
    var hesitation = random.nextInt(HESITATION_MILLIS);
    present.incrementAndGet();
    answered(
        () -> {
          var order = market.insistOnOrder(customer, PRICE_MINOR, wanted);
          placed.incrementAndGet();
          if (wish < 2) {
            present.incrementAndGet();
            var what = wish == 0 ? "cancellation" : "refund";
            clock.schedule(
                () -> answered(() -> market.insistOn(what, order)), hesitation, MILLISECONDS);
          }
        });
  }

  private void answered(Runnable call) {
    callers.execute(
        () -> {
          try {
            call.run();
          } catch (RuntimeException | AssertionError e) {
            failed.incrementAndGet();
            log.warn("a caller was left without an answer: {}", e.getMessage());
          } finally {
            present.decrementAndGet();
          }
        });
  }

  private static List<String> names(String kind, int count) {
    var soak = UUID.randomUUID();
    return IntStream.range(0, count).mapToObj(i -> "%s-%s-%d".formatted(kind, soak, i)).toList();
  }
}
