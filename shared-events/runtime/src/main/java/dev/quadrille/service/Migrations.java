package dev.quadrille.service;

import java.sql.SQLException;
import java.util.Arrays;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationStrategy;

/**
 * The runtime's tables first, then the service's: each from a location and with a history of its
 * own.
 */
final class Migrations implements FlywayMigrationStrategy {

  @Override
  public void migrate(Flyway service) {
    var configuration = service.getConfiguration();
    try (var turn = Turn.take(configuration.getDataSource())) {
      migrate(service, "quadrille_runtime_history", "classpath:db/runtime");
      migrate(
          service,
          configuration.getTable(),
          Arrays.stream(configuration.getLocations()).map(Object::toString).toArray(String[]::new));
    } catch (SQLException e) {
      throw new FlywayException("cannot take turns at migrating: " + e.getMessage(), e);
    }
  }

  private static void migrate(Flyway base, String historyTable, String... locations) {
    Flyway.configure(base.getConfiguration().getClassLoader())
        .configuration(base.getConfiguration())
        .table(historyTable)
        .locations(locations)
        // The other history's tables stand in the same schema; they are no reason to refuse.
        .baselineOnMigrate(true)
        .baselineVersion("0")
        .load()
        .migrate();
  }
}
