package dev.quadrille.choreography;

import dev.quadrille.choreography.Changed.Change;
import dev.quadrille.testkit.explorer.Dance;
import dev.quadrille.testkit.explorer.Dancer;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Who dances the order, in all circumstances that make a difference to it. */
final class Cast {
  private Cast() {}

  /** The four services as they are. */
  static Dance[] real() {
    return dances(dancer -> dancer);
  }

  /** The four services, one of them changed. */
  static Dance[] with(String dancer, Change change) {
    return dances(Changed.dancer(dancer, change));
  }

  private static Dance[] dances(UnaryOperator<Dancer> change) {
    return new Dance[] {
      dance("stock and money", 5, 2_500, change),
      dance("too little stock", 1, 2_500, change),
      dance("too little money", 5, 999, change)
    };
  }

  private static Dance dance(
      String given, long teas, long balanceMinor, UnaryOperator<Dancer> change) {
    List<Supplier<Dancer>> dancers =
        List.of(
            OrderDancer::new,
            () -> new InventoryDancer(teas),
            () -> new AccountDancer(balanceMinor),
            NotificationDancer::new);
    return new Dance(given, dancers.stream().map(dancer -> after(dancer, change)).toList());
  }

  private static Supplier<Dancer> after(Supplier<Dancer> dancer, UnaryOperator<Dancer> change) {
    return () -> change.apply(dancer.get());
  }
}
