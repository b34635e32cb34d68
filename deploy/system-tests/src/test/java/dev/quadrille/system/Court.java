package dev.quadrille.system;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;

/** Freezes accounts, lets them go a moment later, and decides what becomes of suspended money. */
final class Court implements AutoCloseable {
  private static final int BETWEEN_FREEZES_MILLIS = 200;
  private static final int FROZEN_MILLIS = 1_000;

  private final Market market;
  private final Random random;
  private final List<String> accounts;
  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
  private final AtomicInteger decided = new AtomicInteger();

  Court(Market market, long seed, List<String> accounts) {
    this.market = market;
    this.random = new Random(seed);
    this.accounts = accounts;
  }

  void open() {
    clock.scheduleWithFixedDelay(this::freezeOne, 0, BETWEEN_FREEZES_MILLIS, MILLISECONDS);
  }

  /** Decides all cases that are open, in either way. */
  void decideCases() {
    for (var order : market.openCases()) {
      var resolution = random.nextBoolean() ? "TO_CUSTOMER" : "PAID_OUT";
      assertThat(market.resolve(order, resolution).status()).isEqualTo(200);
      decided.incrementAndGet();
    }
  }

  int decided() {
    return decided.get();
  }

  /** Lets everybody go. */
  @Override
  public void close() {
    clock.shutdownNow();
    accounts.forEach(market::unfreeze);
  }

  private void freezeOne() {
    var account = accounts.get(random.nextInt(accounts.size()));
    market.freeze(account);
    clock.schedule(() -> market.unfreeze(account), FROZEN_MILLIS, MILLISECONDS);
  }
}
