package dev.quadrille.handling;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The rows of one kind that a batch works on. It knows which are absent, so that no reaction ever
 * queries.
 *
 * @param <K> the key
 * @param <V> the row
 */
public final class WorkingSet<K, V> {
  private final Map<K, V> rows = new HashMap<>();
  private final Function<V, K> key;
  private final Consumer<V> save;

  private WorkingSet(Collection<V> loaded, Function<V, K> key, Consumer<V> save) {
    this.key = key;
    this.save = save;
    loaded.forEach(row -> rows.put(key.apply(row), row));
  }

  /**
   * Holds what was loaded.
   *
   * @param loaded the rows that exist, locked
   * @param key a row's key
   * @param save makes a new row persistent
   */
  public static <K, V> WorkingSet<K, V> of(
      Collection<V> loaded, Function<V, K> key, Consumer<V> save) {
    return new WorkingSet<>(loaded, key, save);
  }

  /** The row with this key; empty if there is none. */
  public Optional<V> find(K id) {
    return Optional.ofNullable(rows.get(id));
  }

  /** Adds a new row, for the later events of this batch and for good. */
  public void add(V row) {
    rows.put(key.apply(row), row);
    save.accept(row);
  }
}
