package dev.quadrille.service;

import java.time.Instant;
import java.util.Optional;

/**
 * A table that is partitioned by days, UTC, with a default partition named {@code <name>_default}.
 */
public interface DailyTable {

  /** Its name. */
  String name();

  /** The column that it is partitioned by; not null, and first in an index. */
  String keyColumn();

  /** The smallest value that its partition key can have at that time, as PostgreSQL writes it. */
  String keyAt(Instant time);

  /** The column of the default partition that tells a row's age; it has an index there. */
  String ageColumn();

  /**
   * Rows from before this time have served.
   *
   * @param now the database's time
   * @return empty while that cannot be proved: everything stays
   */
  Optional<Instant> servedBefore(Instant now);
}
