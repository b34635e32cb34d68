package dev.quadrille.handling;

/** Why a partition is read from elsewhere than where Kafka says. Each is worth a look. */
enum Resumption {
  /** The database was restored to an earlier point, or is empty: what it lost is read again. */
  DATABASE_RESTORED("the database is at an earlier point than Kafka's offset"),
  /**
   * A database without any position takes Kafka's offset over, as it was told to: earlier effects
   * are not in it.
   */
  DATABASE_NEW("the database has no positions; what was read before has no effects in it"),
  /** Kafka has lost the group's offset; the database knows how far its effects go. */
  OFFSET_LOST("Kafka has lost the group's offset"),
  /** The topic was deleted and made anew. */
  TOPIC_REMADE("the topic was made anew"),
  /** The log ends before what was read, or holds something else there by now. */
  LOG_TRUNCATED("the log ends before what was read"),
  /** Events were deleted before they were read. They have no effects here. */
  EVENTS_EXPIRED("events were deleted before they were read");

  private final String words;

  Resumption(String words) {
    this.words = words;
  }

  @Override
  public String toString() {
    return words;
  }
}
