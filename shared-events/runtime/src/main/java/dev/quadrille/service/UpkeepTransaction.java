package dev.quadrille.service;

import java.time.Duration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** A transaction about partitions: one at a time between all replicas. */
final class UpkeepTransaction {
  /** A moment. */
  static final Duration PATIENCE = Duration.ofSeconds(1);

  // Reading a table may take longer than a transaction of a service.
  private static final String ALONE =
      """
      SELECT set_config('lock_timeout', ?, true),
             (SELECT set_config(name, '0', true) FROM pg_settings WHERE name = 'transaction_timeout'),
             pg_advisory_xact_lock(hashtext('quadrille.partitions'))::text
      """;

  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;

  UpkeepTransaction(JdbcClient jdbc, TransactionTemplate transaction) {
    this.jdbc = jdbc;
    this.transaction = transaction;
  }

  /** Runs statements that wait for a lock a moment only. */
  void run(Runnable statements) {
    run(PATIENCE, statements);
  }

  /**
   * Runs statements.
   *
   * @param patience how long they wait for a lock; whoever waits for one on a table makes everybody
   *     wait who comes later
   */
  void run(Duration patience, Runnable statements) {
    transaction.executeWithoutResult(
        status -> {
          jdbc.sql(ALONE)
              .param(patience.toMillis() + "ms")
              .query((row, number) -> row.getString(1))
              .single();
          statements.run();
        });
  }
}
