package dev.quadrille.contracts;

import java.util.Locale;

/** What a topic is about: one of each exists for an order, and the order's id is its key. */
public enum Aggregate {
  ORDER,
  RESERVATION,
  PAYMENT,
  NOTIFICATION;

  /** Lower case, as in topic names and in the outbox. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The topic that carries this aggregate's facts of one lane. */
  public String topic(Lane lane) {
    return label() + "." + lane.suffix();
  }
}
