package dev.quadrille.state;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The states of a machine that are not meant to last, and who owes what ends them. An aggregate
 * that stays in one for too long is stuck.
 *
 * <p>Its table has the columns {@code state} and {@code state_since}, the latter kept by the
 * trigger function {@code state_changed()}, and an index on {@code (state_since, key) WHERE state
 * IN (…)} that names these states.
 *
 * @param <S> the states
 */
public final class IntermediateStates<S extends Enum<S> & State> {
  private final String machine;
  private final String table;
  private final String key;
  private final String orderId;
  private final Map<S, List<Debt>> debts;

  private IntermediateStates(
      String machine, String table, String key, String orderId, Map<S, List<Debt>> debts) {
    this.machine = machine;
    this.table = table;
    this.key = key;
    this.orderId = orderId;
    this.debts = debts;
  }

  /**
   * Of a machine whose aggregates carry their order's id.
   *
   * @param table where its aggregates are kept
   * @param key the column of their ids
   */
  public static <S extends Enum<S> & State> IntermediateStates<S> of(
      StateMachine<S, ?> machine, String table, String key) {
    return new IntermediateStates<S>(machine.name(), table, key, key, Map.of());
  }

  /** The same, where another column than the key names the order. */
  public IntermediateStates<S> ofOrder(String column) {
    return new IntermediateStates<>(machine, table, key, column, debts);
  }

  /** The same and one more state, with all that is owed in it. */
  public IntermediateStates<S> and(S state, Debt... owed) {
    var more = new LinkedHashMap<>(debts);
    more.put(state, List.of(owed));
    return new IntermediateStates<>(machine, table, key, orderId, more);
  }

  /** The machine's name, as in metrics. */
  public String machine() {
    return machine;
  }

  /** The table of the aggregates. */
  public String table() {
    return table;
  }

  /** The column of the aggregates' ids. */
  public String key() {
    return key;
  }

  /** The column of the orders' ids. */
  public String orderId() {
    return orderId;
  }

  /** The states, each with all that is owed in it. */
  public Map<S, List<Debt>> debts() {
    return Collections.unmodifiableMap(debts);
  }
}
