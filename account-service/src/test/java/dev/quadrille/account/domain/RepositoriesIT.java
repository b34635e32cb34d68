package dev.quadrille.account.domain;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quadrille.account.AccountApplication;
import dev.quadrille.testkit.RunningService;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The contracts of the fakes, held by PostgreSQL. */
class RepositoriesIT {
  private static RunningService service;

  @BeforeAll
  static void start() {
    service = RunningService.start(AccountApplication.class, "account");
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @Nested
  class PaymentsInPostgres extends PaymentsContract {
    @Override
    protected <T> T inTransaction(Function<Payments, T> work) {
      return transact(Payments.class, work);
    }
  }

  @Nested
  class AccountsInPostgres extends AccountsContract {
    @Override
    protected <T> T inTransaction(Function<Accounts, T> work) {
      return transact(Accounts.class, work);
    }
  }

  @Nested
  class LedgerInPostgres extends LedgerEntriesContract {
    @Override
    protected <T> T inTransaction(Function<LedgerEntries, T> work) {
      return transact(LedgerEntries.class, work);
    }
  }

  @Nested
  class CasesInPostgres extends SuspenseCasesContract {
    @Override
    protected <T> T inTransaction(Function<SuspenseCases, T> work) {
      return transact(SuspenseCases.class, work);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"UPDATE ledger_entry SET amount_minor = 0", "DELETE FROM ledger_entry"})
  void refusesToChangeTheLedger(String change) {
    assertThatThrownBy(() -> service.database().execute(change))
        .hasMessageContaining("append-only");
  }

  @Test
  void refusesANegativeBalance() {
    var overdrawn =
        """
        INSERT INTO account (account_id, version, customer_id, currency, balance_minor, frozen)
        VALUES (gen_random_uuid(), 0, 'x', 'EUR', -1, false)
        """;
    assertThatThrownBy(() -> service.database().execute(overdrawn))
        .hasMessageContaining("balance_minor");
  }

  private static <R, T> T transact(Class<R> repository, Function<R, T> work) {
    var transaction = new TransactionTemplate(service.bean(PlatformTransactionManager.class));
    return transaction.execute(status -> work.apply(service.bean(repository)));
  }
}
