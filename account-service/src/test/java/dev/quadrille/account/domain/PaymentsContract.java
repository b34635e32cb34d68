package dev.quadrille.account.domain;

import static dev.quadrille.account.domain.PaymentMove.CLOSE;
import static dev.quadrille.account.domain.PaymentMove.SUSPEND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.testkit.RecordingJournal;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What all payments promise, wherever they are kept. */
abstract class PaymentsContract {
  private static final UUID ACCOUNT = UUID.randomUUID();
  private static final Bill BILL = new Bill(new AccountKey("ada", "EUR"), "m", 30);

  // PostgreSQL sorts a UUID by its bytes, Java by two signed numbers.
  private final UUID first = new UUID(0x0190_0000_0000_7000L, UUID.randomUUID().hashCode());
  private final UUID second = new UUID(0x0190_0000_0000_7001L, UUID.randomUUID().hashCode());
  private final RecordingJournal journal = new RecordingJournal();

  /** Does some work on the same payments, each time in a transaction of its own. */
  protected abstract <T> T inTransaction(Function<Payments, T> work);

  @Test
  void givesBackWhatWasSaved() {
    save(Payment.debited(first, BILL, ACCOUNT, journal));

    var payment = find(first);
    assertThat(payment.id()).isEqualTo(first);
    assertThat(payment.state()).isEqualTo(PaymentState.DEBITED);
    assertThat(payment.bill()).isEqualTo(BILL);
    assertThat(payment.accountId()).isEqualTo(ACCOUNT);
  }

  @Test
  void keepsAFenceThatKnowsNothing() {
    save(Payment.fenced(first, journal));

    assertThat(find(first).state()).isEqualTo(PaymentState.FENCED);
    assertThat(find(first).holdsMoney()).isFalse();
  }

  @Test
  void keepsTheBillOfARejectedPayment() {
    save(Payment.rejected(first, BILL, journal));

    assertThat(find(first).bill()).isEqualTo(BILL);
  }

  @Test
  void keepsWhereAPaymentHasMoved() {
    save(Payment.debited(first, BILL, ACCOUNT, journal));
    save(Payment.rejected(second, BILL, journal));
    inTransaction(
        payments -> {
          var both = payments.lock(new UUID[] {first, second});
          both.get(0).apply(journal, SUSPEND);
          both.get(1).apply(journal, CLOSE);
          return both;
        });

    assertThat(find(first).state()).isEqualTo(PaymentState.IN_SUSPENSE);
    assertThat(find(second).state()).isEqualTo(PaymentState.FENCED);
  }

  @Test
  void locksThoseThatExistInTheOrderOfTheirKeys() {
    save(Payment.fenced(second, journal));
    save(Payment.fenced(first, journal));

    List<UUID> locked =
        inTransaction(payments -> ids(payments.lock(new UUID[] {second, new UUID(0, 0), first})));
    assertThat(locked).containsExactly(first, second);
  }

  private void save(Payment payment) {
    inTransaction(
        payments -> {
          payments.save(payment);
          return payment;
        });
  }

  private Payment find(UUID id) {
    return inTransaction(payments -> payments.lock(new UUID[] {id}).get(0));
  }

  private static List<UUID> ids(List<Payment> payments) {
    return payments.stream().map(Payment::id).toList();
  }
}
