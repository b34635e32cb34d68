package dev.quadrille.system;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.cli.demo.Stage;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.Stream;

/** Small jobs all the time, for the services that get no orders. */
final class BackOffice {
  private static final int PAUSE_MILLIS = 200;

  private final Market market;
  private final ScheduledExecutorService clerks;
  private final List<Future<?>> jobs;

  BackOffice(Stage stage) {
    market = new Market(stage);
    var account = market.customer("clerk-" + UUID.randomUUID(), 1);
    Stream<Runnable> work =
        Stream.of(
            () -> market.insistOnGoods("pencil", 1),
            () -> market.insistOnDeposit(account, 1),
            () -> market.insistOnNews(UUID.randomUUID()));
    clerks = Executors.newScheduledThreadPool(3);
    jobs =
        work.<Future<?>>map(
                job -> clerks.scheduleWithFixedDelay(job, 0, PAUSE_MILLIS, MILLISECONDS))
            .toList();
  }

  /** Ends, and wants to have got all that it asked for at once. */
  void closeUnrefused() throws InterruptedException {
    assertThat(jobs).as("clerks at work").noneMatch(Future::isDone);
    clerks.shutdown();
    clerks.awaitTermination(1, MINUTES);
    assertThat(market.refused()).isEmpty();
  }
}
