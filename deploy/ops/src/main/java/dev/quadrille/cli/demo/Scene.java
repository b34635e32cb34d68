package dev.quadrille.cli.demo;

import java.util.List;
import java.util.UUID;

/**
 * Something that happens in a shop.
 *
 * @param title what it shows
 * @param dance makes it happen and checks how it ends; names the orders whose timelines are worth
 *     seeing
 */
record Scene(String title, Dance dance) {

  /** What happens. */
  @FunctionalInterface
  interface Dance {

    /**
     * Makes it happen.
     *
     * @throws SceneFailedException if it does not end as it must
     */
    List<UUID> dance(Shop shop);
  }
}
