package dev.quadrille.web;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list.
 *
 * @param items in the list's order
 * @param next what to ask for {@code after} to read on; null when this is the end
 * @param <T> what is listed
 * @param <C> the cursor
 */
public record Page<T, C>(List<T> items, @Nullable C next) {
  /** How many items a page has at most. */
  public static final int SIZE = 100;

  /** The cursor before every id. */
  public static final String FIRST_ID = "00000000-0000-0000-0000-000000000000";

  /** A list that fits on one page. */
  public static <T, C> Page<T, C> all(List<T> items) {
    return new Page<>(items, null);
  }

  /**
   * Makes a page.
   *
   * @param rows read with {@link #SIZE} as their limit
   * @param view shows a row
   * @param cursor where to read on after a row
   */
  public static <R, T, C> Page<T, C> of(List<R> rows, Function<R, T> view, Function<R, C> cursor) {
    var items = rows.stream().map(view).toList();
    return new Page<>(items, rows.size() < SIZE ? null : cursor.apply(rows.get(SIZE - 1)));
  }
}
