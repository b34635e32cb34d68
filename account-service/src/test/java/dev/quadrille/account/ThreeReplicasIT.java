package dev.quadrille.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.account.application.KeepAccounts;
import dev.quadrille.account.domain.AccountKey;
import dev.quadrille.contracts.ReservedLine;
import dev.quadrille.contracts.StockReserved;
import dev.quadrille.handling.PublishedEvents;
import dev.quadrille.testkit.Replicas;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ThreeReplicasIT {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final int ORDERS = 60;

  @Test // case S6
  void neverDebitMoreThanThereIs() {
    try (var replicas = Replicas.three(AccountApplication.class, "account")) {
      var accounts = replicas.first().bean(KeepAccounts.class);
      var account = accounts.open(new AccountKey("ada", "EUR")).account();
      accounts.deposit(account.accountId(), 100);
      PublishedEvents.publish(
          replicas.first(), Stream.generate(ThreeReplicasIT::reserved).limit(ORDERS).toList());

      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  replicas.count("outbox WHERE event_type SIMILAR TO '%Debit(ed|Rejected)'")
                      == ORDERS);
      assertThat(replicas.count("outbox WHERE event_type LIKE '%AccountDebited'")).isEqualTo(3);
      assertThat(replicas.first().database().ask("SELECT balance_minor FROM account"))
          .isEqualTo("10");
      assertThat(replicas.count("parked_events")).isZero();
      assertThat(replicas.busy()).as("who had a part in it").isGreaterThan(1);
    }
  }

  private static StockReserved reserved() {
    return new StockReserved(
        UUID.randomUUID(), "m", "ada", "EUR", 30L, List.of(new ReservedLine("tea", 1L)), NOW);
  }
}
