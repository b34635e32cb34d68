package dev.quadrille.testkit.platform;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * That a JVM has a platform for itself. It is an advisory lock of a session that stays open: gone
 * with the JVM, however that ends, and nothing to clean up.
 */
final class Tenancy {
  private static final String LOCK = "SELECT pg_try_advisory_lock(hashtext('tenant'))";
  private static final List<Connection> SESSIONS = new ArrayList<>();

  private Tenancy() {}

  /**
   * Makes this JVM the tenant until it ends.
   *
   * @param postgres the administrator's database of the platform
   * @return false when another JVM is its tenant
   */
  static synchronized boolean begin(Database postgres) {
    try {
      Connection session = postgres.connect();
      if (isLocked(session)) {
        return SESSIONS.add(session);
      }
      session.close();
      return false;
    } catch (SQLException e) {
      throw new PlatformException("cannot use the shared platform: " + e.getMessage(), e);
    }
  }

  private static boolean isLocked(Connection session) throws SQLException {
    try (var statement = session.createStatement();
        var rows = statement.executeQuery(LOCK)) {
      rows.next();
      return rows.getBoolean(1);
    }
  }
}
