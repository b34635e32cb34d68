package dev.quadrille.service;

import dev.quadrille.testkit.platform.Database;
import dev.quadrille.testkit.platform.Platform;
import java.util.List;
import org.flywaydb.core.Flyway;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A database with the runtime's tables, and their upkeep as a service does it. */
public final class Days implements AutoCloseable {
  private final Database database = Platform.shared().newDatabase("days");
  private final DriverManagerDataSource connections =
      new DriverManagerDataSource(database.jdbcUrl(), database.user(), database.password());

  /** Migrates. */
  public Days() {
    Flyway.configure().dataSource(connections).locations("classpath:db/runtime").load().migrate();
  }

  /** The database. */
  public Database database() {
    return database;
  }

  /** Statements of the test's and of its tables'. */
  public JdbcClient jdbc() {
    return JdbcClient.create(connections);
  }

  /** The upkeep of tables. */
  public DailyPartitions of(DailyTable... tables) {
    return new DailyPartitions(
        jdbc(), new TransactionTemplate(new JdbcTransactionManager(connections)), List.of(tables));
  }

  @Override
  public void close() {
    Platform.shared().drop(database);
  }
}
