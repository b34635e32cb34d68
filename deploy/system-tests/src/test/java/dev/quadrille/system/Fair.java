package dev.quadrille.system;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.cli.LocalStage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Many customers who order, and of whom many cancel or want their money back a moment later; and a
 * court that freezes their accounts and lets them go. There is a little less than they want.
 */
final class Fair implements AutoCloseable {
  private static final int CONFIRMED = 2;
  private static final int CANCELLED = 4;
  private static final int REFUNDED = 6;
  private static final int ACCEPTED = 202;
  private static final int REFUSED = 409;
  private static final int HESITATION_MILLIS = 2_000;
  private static final int ORDERING = 8;
  private static final int UNDOING = 4;

  private final Market market;
  private final Court court;
  private final Random random;
  private final List<String> customers;
  private final List<String> skus;
  private final ExecutorService ordering = Executors.newFixedThreadPool(ORDERING);
  private final ExecutorService undoing = Executors.newFixedThreadPool(UNDOING);
  private final List<CompletableFuture<Void>> visits = new ArrayList<>();
  private final AtomicInteger placed = new AtomicInteger();

  /** How an order must end whose merchant was told. */
  private final Map<UUID, Integer> promised = new ConcurrentHashMap<>();

  /** Opens with goods and money for about nine in ten of so many orders. */
  Fair(LocalStage stage, Random random, int orders) {
    this.market = new Market(stage);
    this.random = random;
    this.customers = names("customer", 20);
    this.skus = names("sku", 12);
    skus.forEach(sku -> market.goods(sku, orders * Plan.UNITS * 9L / 10 / skus.size()));
    var budget = orders * Plan.UNITS * Plan.PRICE_MINOR * 9L / 10 / customers.size();
    this.court =
        new Court(
            market,
            random.nextLong(),
            customers.stream().map(customer -> market.customer(customer, budget)).toList());
  }

  /** Lets orders be placed, side by side with what follows. */
  void place(int orders) {
    court.open();
    for (var i = 0; i < orders; i++) {
      visits.add(visit(plan()));
    }
  }

  int placed() {
    return placed.get();
  }

  /** Waits until everybody has said what they want, and the court has let everybody go. */
  void awaitWishes() {
    visits.forEach(CompletableFuture::join);
    court.close();
  }

  /** Whether every order has ended. A person decides the cases that are open. */
  boolean isOver() {
    court.decideCases();
    return market.states().values().stream()
        .allMatch(List.of(CONFIRMED, CANCELLED, REFUNDED)::contains);
  }

  void thenMerchantsWereToldTheTruth() {
    var states = market.states();
    assertThat(states).hasSize(visits.size()).containsAllEntriesOf(promised);
    states.keySet().removeAll(promised.keySet());
    assertThat(states.values()).containsOnly(CONFIRMED, CANCELLED);
    assertThat(promised.values()).contains(CONFIRMED, CANCELLED, REFUNDED);
    assertThat(court.decided()).as("cases").isPositive();
  }

  @Override
  public void close() {
    court.close();
    ordering.shutdownNow();
    undoing.shutdownNow();
  }

  private CompletableFuture<Void> visit(Plan plan) {
    var order = CompletableFuture.supplyAsync(() -> order(plan), ordering);
    var later = CompletableFuture.delayedExecutor(plan.hesitationMillis, MILLISECONDS, undoing);
    return switch (plan.wish) {
      case KEEP -> order.thenAccept(id -> {});
      case CANCEL -> order.thenAcceptAsync(this::cancel, later);
      case UNDO -> order.thenAcceptAsync(this::undo, later);
    };
  }

  private UUID order(Plan plan) {
    var id = market.order(plan.customer, Plan.PRICE_MINOR, plan.skus.toArray(String[]::new));
    placed.incrementAndGet();
    return id;
  }

  private boolean cancel(UUID order) {
    var status = market.cancel(order).status();
    assertThat(status).isIn(ACCEPTED, REFUSED);
    promised.put(order, status == ACCEPTED ? CANCELLED : CONFIRMED);
    return status == ACCEPTED;
  }

  /** What can no longer be cancelled is confirmed, and so can be refunded. */
  private void undo(UUID order) {
    if (!cancel(order)) {
      assertThat(market.refund(order).status()).isEqualTo(ACCEPTED);
      promised.put(order, REFUNDED);
    }
  }

  private Plan plan() {
    var wanted = random.ints(1 + random.nextInt(3), 0, skus.size()).mapToObj(skus::get).toList();
    return new Plan(
        customers.get(random.nextInt(customers.size())),
        wanted,
        Wish.values()[random.nextInt(Wish.values().length)],
        random.nextInt(HESITATION_MILLIS));
  }

  private static List<String> names(String kind, int count) {
    var fair = UUID.randomUUID();
    return IntStream.range(0, count).mapToObj(i -> "%s-%s-%d".formatted(kind, fair, i)).toList();
  }

  private enum Wish {
    KEEP,
    CANCEL,
    UNDO
  }

  private record Plan(String customer, List<String> skus, Wish wish, int hesitationMillis) {
    static final long PRICE_MINOR = 30;

    /** In an order, on average. */
    static final int UNITS = 2;
  }
}
