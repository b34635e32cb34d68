package dev.quadrille.handling;

/** What PostgreSQL itself holds every connection of ours to. */
final class SessionLimits {
  /**
   * Waiting for a lock ends at a third of Kafka's {@code max.poll.interval.ms}; a transaction ends
   * after the window in which the relay looks for late commits. Settings that an older server does
   * not know are left out.
   */
  static final String SQL =
      """
      SELECT set_config(name, wanted, false)
      FROM (VALUES ('lock_timeout', '50s'), ('idle_in_transaction_session_timeout', '10s'), ('transaction_timeout', '60s'))
        AS limits (name, wanted)
      JOIN pg_settings USING (name)
      """;

  private SessionLimits() {}
}
