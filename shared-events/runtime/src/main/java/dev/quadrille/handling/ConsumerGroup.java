package dev.quadrille.handling;

import dev.quadrille.contracts.Lane;

/** Names of consumer groups. */
public final class ConsumerGroup {

  private ConsumerGroup() {}

  /** The group in which a service consumes a lane: {@code inventory.forward}. */
  public static String of(String consumer, Lane lane) {
    return consumer + "." + lane.label();
  }
}
