package dev.quadrille.local;

import dev.quadrille.account.AccountApplication;
import dev.quadrille.inventory.InventoryApplication;
import dev.quadrille.notification.NotificationApplication;
import dev.quadrille.order.OrderApplication;
import java.util.Locale;

/**
 * The four services, by the names that their configuration, databases and consumer groups carry.
 */
public enum Participant {
  ORDER(OrderApplication.class),
  INVENTORY(InventoryApplication.class),
  ACCOUNT(AccountApplication.class),
  NOTIFICATION(NotificationApplication.class);

  private final Class<?> application;

  Participant(Class<?> application) {
    this.application = application;
  }

  /** The name of the service and of its database. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The service of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Participant labelled(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT));
  }

  Class<?> application() {
    return application;
  }
}
