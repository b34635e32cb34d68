package dev.quadrille.account.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What all cases promise, wherever they are kept. */
abstract class SuspenseCasesContract {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00.123456Z");
  private static final Suspension SUSPENSION =
      new Suspension(UUID.randomUUID(), 30, "EUR", CreditRefusal.ACCOUNT_FROZEN, NOW);
  private static final Decision DECISION = new Decision(Resolution.PAID_OUT, "eve", "court order");

  private final long instance = UUID.randomUUID().getMostSignificantBits() & Long.MAX_VALUE;

  /** Does some work on the same cases, each time in a transaction of its own. */
  protected abstract <T> T inTransaction(Function<SuspenseCases, T> work);

  @Test
  void givesBackWhatWasSaved() {
    open(order(1));

    var it = find(order(1));
    assertThat(it.suspension()).isEqualTo(SUSPENSION);
    assertThat(it.decision()).isEmpty();
    assertThat(it.resolvedAt()).isEmpty();
  }

  @Test
  void keepsTheDecision() {
    open(order(1));
    resolve(order(1));

    assertThat(find(order(1)).decision()).contains(DECISION);
    assertThat(find(order(1)).resolvedAt()).contains(NOW);
  }

  @Test
  void listsTheOpenOnesAfterAnOrder() {
    for (var number = 5; number >= 1; number--) {
      open(order(number));
    }
    resolve(order(3));

    assertThat(listed(order(0), 2)).containsExactly(order(1), order(2));
    assertThat(listed(order(2), 2)).containsExactly(order(4), order(5));
  }

  private void open(UUID order) {
    inTransaction(
        cases -> {
          var it = new SuspenseCase(order, SUSPENSION);
          cases.save(it);
          return it;
        });
  }

  private void resolve(UUID order) {
    inTransaction(
        cases -> {
          var it = cases.findById(order).orElseThrow();
          it.resolve(DECISION, NOW);
          return it;
        });
  }

  private SuspenseCase find(UUID order) {
    return inTransaction(cases -> cases.findById(order).orElseThrow());
  }

  private List<UUID> listed(UUID after, int limit) {
    return inTransaction(
        cases -> cases.open(after, limit).stream().map(SuspenseCase::orderId).toList());
  }

  private UUID order(long number) {
    return new UUID(instance, number);
  }
}
