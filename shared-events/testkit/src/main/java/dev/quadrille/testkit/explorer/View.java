package dev.quadrille.testkit.explorer;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How things stand with a dancer. Dancers in equal views do the same from now on; the explorer
 * checks that.
 *
 * @param state the name of its aggregate's state, {@link #NOTHING} if there is no aggregate
 * @param amounts the units and minor units in its books, by where they are
 * @param remarks what else there is to say
 */
public record View(String state, SortedMap<String, Long> amounts, SortedSet<String> remarks) {
  /** The state of what does not exist. */
  public static final String NOTHING = "NOTHING";

  /** Inventory's amount: units in the warehouse. */
  public static final String ON_HAND = "on hand";

  /** Inventory's amount: those of them that are held. */
  public static final String RESERVED = "reserved";

  /** Account's amount: what the customer has. */
  public static final String BALANCE = "balance";

  /** Account's amount: what the ledger says that the customer has. */
  public static final String CUSTOMER = "ledger: customer";

  /** Account's amount: what the ledger says that the merchant has. */
  public static final String MERCHANT = "ledger: merchant";

  /** Account's amount: what the ledger says that waits for a person's decision. */
  public static final String SUSPENSE = "ledger: suspense";

  /** Account's amount: what the ledger says that has left the system, less what has come in. */
  public static final String CASH = "ledger: cash";

  /** Account's remark: a person has yet to say where suspended money goes. */
  public static final String CASE_OPEN = "case open";

  public View {
    amounts = Collections.unmodifiableSortedMap(new TreeMap<>(amounts));
    remarks = Collections.unmodifiableSortedSet(new TreeSet<>(remarks));
  }

  /** A view without amounts and remarks. */
  public static View of(String state) {
    return new View(state, new TreeMap<>(), new TreeSet<>());
  }

  /** The same view with these amounts. */
  public View amounting(Map<String, Long> all) {
    return new View(state, new TreeMap<>(all), remarks);
  }

  /** The same view with these remarks. */
  public View remarking(Set<String> all) {
    return new View(state, amounts, new TreeSet<>(all));
  }

  boolean says(String remark) {
    return remarks.contains(remark);
  }

  /** By how much each amount has changed; none is zero. */
  SortedMap<String, Long> since(View before) {
    var moved = new TreeMap<>(amounts);
    before.amounts.forEach((where, amount) -> moved.merge(where, -amount, Long::sum));
    moved.values().removeIf(amount -> amount == 0);
    return moved;
  }

  @Override
  public String toString() {
    return state + (amounts.isEmpty() ? "" : amounts) + (remarks.isEmpty() ? "" : remarks);
  }
}
