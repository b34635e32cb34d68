package dev.quadrille.contracts;

/**
 * The two ways an event can travel. Consumers give each lane its own group, threads and database
 * connections, so a flood on one cannot starve the other.
 */
public enum Lane {
  /** The dance as hoped for. */
  FORWARD("events"),
  /** Everything on the failure path. */
  COMPENSATION("compensations");

  private final String suffix;

  Lane(String suffix) {
    this.suffix = suffix;
  }

  /** The last part of the names of this lane's topics. */
  public String suffix() {
    return suffix;
  }

  /**
   * The name of this lane in groups, metrics and paths: {@code forward} or {@code compensation}.
   */
  public String label() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
