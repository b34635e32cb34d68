package dev.quadrille.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.handling.DeliveredBatch;
import dev.quadrille.state.State;
import dev.quadrille.testkit.Race.Fact;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The promise that no order of arrival hurts, on the real database: whatever comes first, and when
 * two events are handled by two transactions at once.
 */
@TestInstance(Lifecycle.PER_CLASS)
public abstract class RaceContract {

  /** The service. */
  protected abstract RunningService service();

  /**
   * Every two events that the service may read about one order in either order, and each twice. An
   * event that follows from what the service itself has told of another never comes before it.
   */
  protected abstract Stream<Race> races();

  /** The table of its aggregates. */
  protected abstract String table();

  /** The column that holds the order's id. */
  protected String key() {
    return "order_id";
  }

  /** How the aggregate of an order stands, as the races say it. */
  protected abstract String end(UUID order);

  /** Brings about what an order needs, before the service hears of it. */
  protected void open(UUID order) {}

  /** Changes something between what was handled before a race and the race. */
  protected void disturb(UUID order) {}

  /** The state with this number. */
  protected static <S extends State> S state(S[] states, String number) {
    return Stream.of(states)
        .filter(state -> state.number() == Integer.parseInt(number))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("races")
  void endsWellInOrder(Race race) {
    var order = begun(race);
    deliver(order, race.earlier());
    deliver(order, race.later());
    thenEnds(order, race.inOrder());
  }

  @ParameterizedTest // case S1
  @MethodSource("races")
  void endsWellWhenTheLaterComesFirst(Race race) {
    var order = begun(race);
    deliver(order, race.later());
    deliver(order, race.earlier());
    thenEnds(order, race.laterFirst());
  }

  @ParameterizedTest // cases S1, S2
  @MethodSource("races")
  void endsWellWhenBothAreHandledAtOnce(Race race) {
    var order = begun(race);
    var contended = rows(order);
    var lostBefore = service().failures("LOST_RACE");
    CompletableFuture<?> both;
    try (var other = OtherTransaction.on(service().database())) {
      other.execute(obstacle(order, contended));
      both =
          CompletableFuture.allOf(delivery(order, race.earlier()), delivery(order, race.later()));
      // Both have looked now, and neither has written.
      other.awaitWaiting(2);
    }
    both.join();
    thenEnds(order, race.inOrder(), race.laterFirst());
    if (contended == 0 && rows(order) == 1) {
      assertThat(service().failures("LOST_RACE"))
          .as("who came second ran again")
          .isGreaterThan(lostBefore);
    }
  }

  /** What keeps both from writing: the row's lock, or the table's where there is no row yet. */
  private String obstacle(UUID order, long rows) {
    return rows == 0
        ? "LOCK TABLE %s IN SHARE MODE".formatted(table())
        : "SELECT FROM %s WHERE %s = '%s' FOR UPDATE".formatted(table(), key(), order);
  }

  private UUID begun(Race race) {
    var order = UUID.randomUUID();
    open(order);
    race.before().forEach(fact -> deliver(order, fact));
    disturb(order);
    return order;
  }

  private CompletableFuture<Void> delivery(UUID order, Fact fact) {
    return CompletableFuture.runAsync(() -> deliver(order, fact), task -> new Thread(task).start());
  }

  private void deliver(UUID order, Fact fact) {
    DeliveredBatch.deliver(service(), List.of(fact.apply(order)));
  }

  private void thenEnds(UUID order, String... ends) {
    assertThat(end(order)).isIn((Object[]) ends);
    assertThat(service().database().ask("SELECT count(*) FROM parked_events")).isEqualTo("0");
    assertThat(service().failures("BROKEN")).isZero();
  }

  private long rows(UUID order) {
    return Long.parseLong(
        service()
            .database()
            .ask("SELECT count(*) FROM %s WHERE %s = '%s'".formatted(table(), key(), order)));
  }
}
