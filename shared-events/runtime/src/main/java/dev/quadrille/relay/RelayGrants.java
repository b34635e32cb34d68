package dev.quadrille.relay;

import java.sql.Connection;
import java.sql.SQLException;
import org.flywaydb.core.api.callback.Callback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a role of the relay's own do what the relay does, after each migration: the tables' owner
 * grants it, and nobody has to remember. REPLICATION is not the owner's to grant.
 */
final class RelayGrants implements Callback {
  private static final Logger log = LoggerFactory.getLogger(RelayGrants.class);
  private static final String GRANTS =
      """
      SELECT format('GRANT SELECT ON outbox, outbox_unrelayed TO %1$I; GRANT SELECT, INSERT, UPDATE, DELETE ON relay_beat TO %1$I; GRANT SELECT, INSERT, DELETE ON refused_events TO %1$I',
                    rolname)
      FROM pg_roles WHERE rolname = ? AND rolname <> current_user
      """;

  private final String role;

  RelayGrants(String role) {
    this.role = role;
  }

  @Override
  public boolean supports(Event event, Context context) {
    return event == Event.AFTER_MIGRATE;
  }

  @Override
  public boolean canHandleInTransaction(Event event, Context context) {
    return true;
  }

  @Override
  public void handle(Event event, Context context) {
    try {
      grant(context.getConnection());
    } catch (SQLException e) {
      // Somebody else may have granted it. If not, the relay's health says what is missing.
      log.warn("{} is granted nothing: {}", role, e.getMessage());
    }
  }

  private void grant(Connection connection) throws SQLException {
    try (var query = connection.prepareStatement(GRANTS)) {
      query.setString(1, role);
      try (var row = query.executeQuery();
          var statement = connection.createStatement()) {
        if (row.next()) {
          statement.execute(row.getString(1));
        }
      }
    }
  }

  @Override
  public String getCallbackName() {
    return "grants of the relay";
  }
}
