package dev.quadrille.testkit.oracle;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.awaitility.core.ConditionTimeoutException;

/** Judges a system by everything that it has written. */
public final class Oracle {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  private final Target target;
  private final List<Check> checks;

  public Oracle(Target target) {
    this(target, Set.of());
  }

  /**
   * One that knows what somebody has spoiled.
   *
   * @param spoiled positions, as {@code topic-0@7}, of records that are no finding when parked
   */
  public Oracle(Target target, Set<String> spoiled) {
    this.target = target;
    this.checks =
        List.of(
            new NumberCheck(),
            new StockCheck(),
            new LedgerCheck(),
            new OutcomeCheck(),
            new NotificationCheck(),
            new DeliveryCheck(),
            new BacklogCheck(Set.copyOf(spoiled)));
  }

  /** One look, now. What is in flight between services shows as a finding. */
  public Verdict look() {
    var inFlight = count("order", "SELECT count(*) FROM orders WHERE state IN (1, 3, 5)");
    var findings = new ArrayList<Finding>();
    checks.forEach(check -> findings.addAll(check.findings(target)));
    return new Verdict(List.copyOf(findings), inFlight, counted());
  }

  /**
   * One look, and if it finds anything another one later.
   *
   * @param apart how much later; longer than what is in flight takes
   * @return what both have seen
   */
  public Verdict confirmed(Duration apart) {
    var first = look();
    if (first.clean()) {
      return first;
    }
    await().pollInSameThread().pollDelay(apart).atMost(apart.plusSeconds(1)).until(() -> true);
    return lasting(first);
  }

  /** The names of what is checked, which findings carry. */
  public List<String> checks() {
    return checks.stream().map(Check::name).toList();
  }

  /** What waits to be handled now; empty if nothing does. */
  public List<Finding> backlog() {
    return new BacklogCheck(Set.of()).findings(target);
  }

  /**
   * Looks again until everything agrees and has ended, or the time is over.
   *
   * @param patience how long
   * @return the last look; its findings are those that at least two looks in a row have seen
   */
  public Verdict settled(Duration patience) {
    var looks = new ArrayDeque<Verdict>();
    try {
      await()
          .pollInSameThread()
          .atMost(patience)
          .pollDelay(Duration.ZERO)
          .pollInterval(BETWEEN_LOOKS)
          .until(
              () -> {
                looks.addLast(look());
                return looks.getLast().cleanAndQuiet();
              });
      return looks.getLast();
    } catch (ConditionTimeoutException e) {
      return lasting(looks.getLast());
    }
  }

  private Verdict lasting(Verdict before) {
    var now = look();
    var findings = new ArrayList<>(now.findings());
    findings.retainAll(before.findings());
    return new Verdict(List.copyOf(findings), now.inFlight(), now.counted());
  }

  private Map<String, Long> counted() {
    var counted = new LinkedHashMap<String, Long>();
    counted.put("orders", count("order", "SELECT count(*) FROM orders"));
    counted.put("confirmed", count("order", "SELECT count(*) FROM orders WHERE state = 2"));
    counted.put("cancelled", count("order", "SELECT count(*) FROM orders WHERE state = 4"));
    counted.put("refunded", count("order", "SELECT count(*) FROM orders WHERE state = 6"));
    counted.put("ledger entries", count("account", "SELECT count(*) FROM ledger_entry"));
    var events = 0L;
    for (var service : Target.SERVICES) {
      events += count(service, "SELECT count(*) FROM outbox");
    }
    counted.put("events", events);
    return counted;
  }

  private long count(String service, String sql) {
    return target.database(service).sql(sql).query(Long.class).single();
  }
}
