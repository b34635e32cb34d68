package dev.quadrille.account.domain;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.test.util.ReflectionTestUtils;

/** The ledger in memory. */
public final class FakeLedgerEntries implements LedgerEntries {
  private static final String TOTAL = "TOTAL";

  private final List<LedgerEntry> rows = new ArrayList<>();

  @Override
  public void save(LedgerEntry entry) {
    rows.add(entry);
    // As the database does when it is written.
    ReflectionTestUtils.setField(entry, "seq", (long) rows.size());
  }

  @Override
  public List<LedgerEntry> read(String account, long after, int limit) {
    return rows.stream()
        .filter(entry -> entry.account().equals(account) && entry.seq() > after)
        .limit(limit)
        .toList();
  }

  @Override
  public List<TrialBalanceLine> trialBalance() {
    var currencies = new TreeMap<String, Map<String, BigDecimal>>();
    for (var entry : rows) {
      var sums =
          currencies.computeIfAbsent(entry.posting().currency(), currency -> new TreeMap<>());
      var kind = entry.account().split(":", 2)[0];
      sums.merge(kind, BigDecimal.valueOf(entry.amountMinor()), BigDecimal::add);
    }
    var lines = new ArrayList<TrialBalanceLine>();
    currencies.forEach(
        (currency, sums) -> {
          sums.forEach((kind, sum) -> lines.add(new Line(kind, currency, sum)));
          var total = sums.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
          lines.add(new Line(TOTAL, currency, total));
        });
    return lines;
  }

  /** Every entry, oldest first. */
  public List<LedgerEntry> all() {
    return List.copyOf(rows);
  }

  private record Line(String kind, String currency, BigDecimal amountMinor)
      implements TrialBalanceLine {
    @Override
    public String getKind() {
      return kind;
    }

    @Override
    public String getCurrency() {
      return currency;
    }

    @Override
    public BigDecimal getAmountMinor() {
      return amountMinor;
    }
  }
}
