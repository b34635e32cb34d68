package dev.quadrille.handling;

import java.util.Map;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/**
 * Two pools behind one data source: handling has one that is sized to all its threads, everything
 * else shares the other. Requests, of which there is no bound, can so never starve the dance.
 */
final class HandlingPool extends AbstractRoutingDataSource {
  private static final ThreadLocal<Boolean> HANDLING = ThreadLocal.withInitial(() -> false);

  HandlingPool(DataSource handling, DataSource other) {
    setTargetDataSources(Map.of(true, handling, false, other));
  }

  /** Does a piece of work on a connection of handling. */
  static <T> T use(Supplier<T> work) {
    var before = HANDLING.get();
    HANDLING.set(true);
    try {
      return work.get();
    } finally {
      HANDLING.set(before);
    }
  }

  @Override
  protected Object determineCurrentLookupKey() {
    return HANDLING.get();
  }
}
