package dev.quadrille.inventory.domain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.testkit.RecordingJournal;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What reservations promise, wherever they are kept. */
public abstract class ReservationsContract {
  private final UUID first = new UUID(0x0190_0000_0000_7000L, UUID.randomUUID().hashCode());
  private final UUID second = new UUID(0x0190_0000_0000_7001L, UUID.randomUUID().hashCode());
  private final UUID absent = UUID.randomUUID();

  /** Does some work on the same reservations, each time in a transaction of its own. */
  protected abstract <T> T inTransaction(Function<Reservations, T> work);

  @Test
  void locksThoseThatExistInTheOrderOfTheirIds() {
    add(second, Map.of("tea", 1L));
    add(first, Map.of());
    assertThat(lock(second, absent, first))
        .extracting(Reservation::id)
        .containsExactly(first, second);
  }

  @Test
  void locksNothingWhenNothingIsWanted() {
    assertThat(lock()).isEmpty();
  }

  @Test
  void keepsLinesAndState() {
    add(first, Map.of("tea", 3_000_000_000L));
    inTransaction(
        all ->
            all.lock(new UUID[] {first})
                .get(0)
                .apply(new RecordingJournal(), ReservationMove.COMMIT));
    var kept = lock(first).get(0);
    assertThat(kept.state()).isEqualTo(ReservationState.COMMITTED);
    assertThat(kept.lines()).isEqualTo(Map.of("tea", 3_000_000_000L));
  }

  private List<Reservation> lock(UUID... orders) {
    return inTransaction(all -> all.lock(orders));
  }

  private void add(UUID order, Map<String, Long> lines) {
    inTransaction(
        all -> {
          all.save(Reservation.reserved(order, lines, new RecordingJournal()));
          return List.of();
        });
  }
}
