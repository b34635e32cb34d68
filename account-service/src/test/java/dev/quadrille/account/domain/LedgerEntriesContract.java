package dev.quadrille.account.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What every ledger promises, wherever it is kept. */
abstract class LedgerEntriesContract {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00.123456Z");

  private final String account = Account.ledgerName(UUID.randomUUID());

  /** Does some work on the same ledger, each time in a transaction of its own. */
  protected abstract <T> T inTransaction(Function<LedgerEntries, T> work);

  @Test
  void givesBackWhatWasSaved() {
    var posting = new Posting(UUID.randomUUID(), "EUR", UUID.randomUUID(), UUID.randomUUID(), NOW);
    save(account, -30, posting);

    assertThat(read(0, 9))
        .singleElement()
        .satisfies(entry -> assertThat(entry.account()).isEqualTo(account))
        .satisfies(entry -> assertThat(entry.amountMinor()).isEqualTo(-30))
        .satisfies(entry -> assertThat(entry.posting()).isEqualTo(posting));
  }

  @Test
  void keepsADepositThatNoOrderIsBehind() {
    var posting = deposit("EUR");
    save(account, 30, posting);

    assertThat(read(0, 9)).extracting(LedgerEntry::posting).containsExactly(posting);
  }

  @Test
  void readsOnFromAnEntry() {
    for (var amount = 1; amount <= 5; amount++) {
      save(account, amount, deposit("EUR"));
      save(Account.ledgerName(UUID.randomUUID()), amount, deposit("EUR"));
    }

    var page = read(0, 2);
    assertThat(page).extracting(LedgerEntry::amountMinor).containsExactly(1L, 2L);
    page = read(page.get(1).seq(), 2);
    assertThat(page).extracting(LedgerEntry::amountMinor).containsExactly(3L, 4L);
    page = read(page.get(1).seq(), 2);
    assertThat(page).extracting(LedgerEntry::amountMinor).containsExactly(5L);
  }

  @Test
  void addsUpKindsOfAccountsByCurrencyBeyondWhatALongHolds() {
    var max = BigDecimal.valueOf(Long.MAX_VALUE);
    for (var times = 0; times < 2; times++) {
      save("CASH", -Long.MAX_VALUE, deposit("XPF"));
      save(Account.ledgerName(UUID.randomUUID()), Long.MAX_VALUE, deposit("XPF"));
    }
    save("MERCHANT:a:b", 7, deposit("XPF"));

    assertThat(trialBalance("XPF"))
        .containsExactly(
            "CASH " + max.negate().multiply(BigDecimal.valueOf(2)),
            "CUSTOMER " + max.multiply(BigDecimal.valueOf(2)),
            "MERCHANT 7",
            "TOTAL 7");
  }

  private void save(String to, long amountMinor, Posting posting) {
    inTransaction(
        entries -> {
          var entry = new LedgerEntry(UUID.randomUUID(), to, amountMinor, posting);
          entries.save(entry);
          return entry;
        });
  }

  private List<LedgerEntry> read(long after, int limit) {
    return inTransaction(entries -> entries.read(account, after, limit));
  }

  private List<String> trialBalance(String currency) {
    return inTransaction(LedgerEntries::trialBalance).stream()
        .filter(line -> line.getCurrency().equals(currency))
        .map(line -> line.getKind() + " " + line.getAmountMinor())
        .toList();
  }

  private static Posting deposit(String currency) {
    return new Posting(UUID.randomUUID(), currency, null, null, NOW);
  }
}
