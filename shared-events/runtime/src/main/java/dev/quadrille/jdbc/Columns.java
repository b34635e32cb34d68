package dev.quadrille.jdbc;

import java.util.Collection;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.support.SqlArrayValue;

/** Rows as PostgreSQL's {@code unnest} takes them: an array for each column. */
public final class Columns {

  private Columns() {}

  /**
   * One column of some rows, as a statement's parameter.
   *
   * @param type the name of the element type, such as {@code uuid}
   * @param rows the rows
   * @param value a row's value
   */
  public static <R> SqlArrayValue of(
      String type, Collection<R> rows, Function<? super R, ? extends @Nullable Object> value) {
    // The driver takes bytes only in an array of their own type.
    var elements = type.equals("bytea") ? new byte[rows.size()][] : new Object[rows.size()];
    return new SqlArrayValue(type, rows.stream().map(value).toList().toArray(elements));
  }
}
