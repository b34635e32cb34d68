package dev.quadrille.service;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** A day, UTC, of a table that has a partition a day, whether it has this one or not. */
record TableDay(DailyTable table, LocalDate date) {

  String partition() {
    return table.name() + "_" + date.format(DateTimeFormatter.BASIC_ISO_DATE);
  }

  Instant begin() {
    return date.atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  Instant end() {
    return date.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  /**
   * A statement about it. There are no parameters in DDL; the values are ours.
   *
   * @param sql where 1 is the table, 2 its partition key, 3 the partition, 4 the key at the day's
   *     begin, 5 at its end
   */
  String in(String sql) {
    return sql.formatted(
        table.name(), table.keyColumn(), partition(), table.keyAt(begin()), table.keyAt(end()));
  }
}
