package dev.quadrille.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quadrille.relay.RelayFault.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RelayFaultsTest {
  private static final Duration LONG = Duration.ofHours(1);
  private static final long NEVER = LONG.toMillis();

  private final RelayFaults faults = new RelayFaults();
  private final List<OutboxRow> sent = new ArrayList<>();

  @Test
  void doesNothingWrongUnlessAsked() {
    assertThat(seqs(relayed(10))).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
    assertThat(faults.report()).isEqualTo(new RelayFaults.Report(false, 0, 0, List.of()));
  }

  @Test
  void strikesTheSameUnderTheSameSeedWhateverTheIds() {
    var first = struckAmong(1_000, 42);

    assertThat(first).hasSizeBetween(60, 140);
    assertThat(struckAmong(1_000, 42)).isEqualTo(first);
    assertThat(struckAmong(1_000, 43)).isNotEqualTo(first);
  }

  @Test
  void dropsAndSendsTwiceAndTellsOfBoth() {
    begin(new RelayFault("gone", Kind.DROP, 1, Set.of("StockReserved"), null, 0));
    faults.pass(row(1, "StockReserved"), sent::add);
    faults.pass(row(2, "StockCommitted"), sent::add);
    assertThat(seqs(sent)).containsExactly(2L);
    assertThat(faults.report().struck()).extracting("fault").containsExactly("gone");

    begin(new RelayFault("twice", Kind.DOUBLE_RELAY, 1, Set.of(), null, 0));
    faults.pass(row(3, "StockReserved"), sent::add);
    assertThat(seqs(sent)).containsExactly(2L, 3L, 3L);
  }

  @Test
  void holdsWhatIsDelayedUntilThePlanEnds() {
    begin(new RelayFault("late", Kind.DELAY, 1, Set.of(), null, NEVER));
    relayed(3);
    faults.release(sent::add);
    assertThat(sent).isEmpty();
    assertThat(faults.report().held()).isEqualTo(3);

    faults.end();
    faults.release(sent::add);
    assertThat(seqs(sent)).containsExactly(0L, 1L, 2L);
    assertThat(faults.report().held()).isZero();
  }

  @Test
  void letsLaterOnesGoFirst() {
    begin(new RelayFault("overtaken", Kind.REORDER, 1, Set.of("StockReserved"), null, NEVER));
    faults.pass(row(1, "StockReserved"), sent::add);
    for (var seq = 2; seq < 8; seq++) {
      faults.pass(row(seq, "StockCommitted"), sent::add);
    }
    faults.release(sent::add);

    assertThat(seqs(sent)).containsExactly(2L, 3L, 4L, 5L, 6L, 7L, 1L);
  }

  @Test
  void holdsNoMoreThanItHasRoomForAndSparesTheRest() {
    begin(new RelayFault("late", Kind.DELAY, 1, Set.of(), null, NEVER));
    relayed(1_001);
    thenHolds(1_000);

    for (var kind : List.of(Kind.DELAY, Kind.REORDER)) {
      begin(new RelayFault("large", kind, 1, Set.of("OrderPlaced"), null, NEVER));
      faults.release(sent::add);
      sent.clear();
      for (var seq = 0; seq < 5; seq++) {
        faults.pass(row(seq, "OrderPlaced", 4_194_304), sent::add);
      }
      assertThat(seqs(sent)).as("%s", kind).containsExactly(4L);
      thenHolds(4);
    }
  }

  private void thenHolds(int events) {
    assertThat(faults.report())
        .returns(events, RelayFaults.Report::held)
        .returns(1L, RelayFaults.Report::spared)
        .satisfies(told -> assertThat(told.struck()).hasSize(events));
  }

  @Test
  void keepsWhatTheProducerDoesNotTake() {
    begin(new RelayFault("late", Kind.DELAY, 1, Set.of(), null, 0));
    relayed(2);
    assertThatThrownBy(
            () ->
                faults.release(
                    row -> {
                      throw new RelayException("closed");
                    }))
        .hasMessage("closed");

    faults.release(sent::add);
    assertThat(seqs(sent)).containsExactly(0L, 1L);
  }

  @Test
  void refusesAShareThatIsNone() {
    for (var share : new double[] {0, -1, 1.1, Double.NaN}) {
      assertThatThrownBy(() -> new RelayFault("x", Kind.DROP, share, Set.of(), null, 0))
          .hasMessage("the share is above 0 and at most 1");
    }
  }

  private void begin(RelayFault fault) {
    faults.begin(1, List.of(fault), LONG);
  }

  private List<Long> struckAmong(int rows, long seed) {
    sent.clear();
    faults.begin(seed, List.of(new RelayFault("gone", Kind.DROP, 0.1, Set.of(), null, 0)), LONG);
    var left = seqs(relayed(rows));
    return LongStream.range(0, rows).boxed().filter(seq -> !left.contains(seq)).toList();
  }

  private List<OutboxRow> relayed(int rows) {
    for (var seq = 0; seq < rows; seq++) {
      faults.pass(row(seq, "StockReserved"), sent::add);
    }
    return sent;
  }

  private static List<Long> seqs(List<OutboxRow> rows) {
    return rows.stream().map(OutboxRow::seq).toList();
  }

  private static OutboxRow row(long seq, String type) {
    return row(seq, type, 0);
  }

  private static OutboxRow row(long seq, String type, int bytes) {
    return new OutboxRow(
        seq,
        UUID.randomUUID().toString(),
        "reservation.events",
        "reservation",
        UUID.randomUUID().toString(),
        "dev.quadrille.contracts." + type,
        new byte[bytes],
        null,
        null,
        "2026-01-01T00:00:00.000000Z");
  }
}
