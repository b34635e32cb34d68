package dev.quadrille.service;

import dev.quadrille.testkit.platform.Database;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** Somebody who writes to a table all the time. */
public final class BusyWriter implements AutoCloseable {
  // Upkeep waits a second for a lock, for a vacuum's too, and holds who comes later.
  private static final Duration MOMENT = Duration.ofSeconds(2);

  private final Database database;
  private final String sql;
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CompletableFuture<Void> work;
  private volatile boolean ended;

  private BusyWriter(Database database, String sql) {
    this.database = database;
    this.sql = sql;
    this.work = CompletableFuture.runAsync(this::write);
  }

  /**
   * Begins to write, and returns when something is written.
   *
   * @param sql one write
   */
  public static BusyWriter on(Database database, String sql) throws InterruptedException {
    var writer = new BusyWriter(database, sql);
    writer.begun.await();
    return writer;
  }

  private void write() {
    try (var connection = database.connect();
        var statement = connection.createStatement()) {
      statement.execute("SET lock_timeout = " + MOMENT.toMillis());
      while (!ended) {
        statement.executeUpdate(sql);
        begun.countDown();
      }
    } catch (SQLException e) {
      throw new IllegalStateException("had to wait", e);
    } finally {
      begun.countDown();
    }
  }

  /**
   * Ends.
   *
   * @throws java.util.concurrent.CompletionException when a write had to wait for too long, or
   *     failed
   */
  @Override
  public void close() {
    ended = true;
    work.join();
  }
}
