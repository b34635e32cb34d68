package dev.quadrille.account.domain;

import java.util.function.Function;
import org.junit.jupiter.api.Nested;

class FakesTest {

  @Nested
  class FakePaymentsTest extends PaymentsContract {
    private final Payments payments = new FakePayments();

    @Override
    protected <T> T inTransaction(Function<Payments, T> work) {
      return work.apply(payments);
    }
  }

  @Nested
  class FakeAccountsTest extends AccountsContract {
    private final Accounts accounts = new FakeAccounts();

    @Override
    protected <T> T inTransaction(Function<Accounts, T> work) {
      return work.apply(accounts);
    }
  }

  @Nested
  class FakeLedgerEntriesTest extends LedgerEntriesContract {
    private final LedgerEntries entries = new FakeLedgerEntries();

    @Override
    protected <T> T inTransaction(Function<LedgerEntries, T> work) {
      return work.apply(entries);
    }
  }

  @Nested
  class FakeSuspenseCasesTest extends SuspenseCasesContract {
    private final SuspenseCases cases = new FakeSuspenseCases();

    @Override
    protected <T> T inTransaction(Function<SuspenseCases, T> work) {
      return work.apply(cases);
    }
  }
}
