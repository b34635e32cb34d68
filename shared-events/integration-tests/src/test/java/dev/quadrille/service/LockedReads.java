package dev.quadrille.service;

import dev.quadrille.testkit.platform.Database;

/** How many rows of a table were read by commands that kept everybody else from using it. */
public final class LockedReads {
  private final Database database;

  /** Begins to count; as superuser. */
  public LockedReads(Database database, String table) {
    this.database = database;
    database.execute(
        """
        CREATE TABLE glance (
          at bigint GENERATED ALWAYS AS IDENTITY, event text NOT NULL, tuples bigint NOT NULL, alone boolean NOT NULL);
        CREATE FUNCTION glance() RETURNS event_trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO glance (event, tuples, alone)
          SELECT tg_event, pg_stat_get_xact_tuples_returned('%1$s'::regclass), EXISTS (
            SELECT FROM pg_locks
            WHERE pid = pg_backend_pid() AND relation = '%1$s'::regclass AND mode = 'AccessExclusiveLock');
        END $$;
        CREATE EVENT TRIGGER before ON ddl_command_start EXECUTE FUNCTION glance();
        CREATE EVENT TRIGGER after ON ddl_command_end EXECUTE FUNCTION glance()
        """
            .formatted(table));
  }

  /** The rows, of all commands since. */
  public long rows() {
    return Long.parseLong(
        database.ask(
            """
            SELECT sum(tuples - earlier)
            FROM (SELECT *, lag(tuples) OVER (ORDER BY at) AS earlier FROM glance) AS command
            WHERE event = 'ddl_command_end' AND alone
            """));
  }
}
