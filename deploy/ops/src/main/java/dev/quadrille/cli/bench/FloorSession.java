package dev.quadrille.cli.bench;

import dev.quadrille.testkit.platform.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** A connection to a service's database that prepares each statement once. For one thread. */
final class FloorSession implements AutoCloseable {
  private final Connection connection;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();

  FloorSession(Database database) throws SQLException {
    this.connection = database.connect();
    connection.setAutoCommit(false);
  }

  /** Runs a statement and reads all that it returns. */
  void run(String sql, Object... parameters) throws SQLException {
    var statement = statement(sql);
    bind(statement, parameters);
    if (statement.execute()) {
      try (var rows = statement.getResultSet()) {
        while (rows.next()) {
          rows.getObject(1);
        }
      }
    }
  }

  /** Runs a statement for each row of parameters, all in one batch. */
  void batch(String sql, Collection<Object[]> rows) throws SQLException {
    var statement = statement(sql);
    for (var row : rows) {
      bind(statement, row);
      statement.addBatch();
    }
    statement.executeBatch();
  }

  void commit() throws SQLException {
    connection.commit();
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }

  private PreparedStatement statement(String sql) throws SQLException {
    var statement = prepared.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      prepared.put(sql, statement);
    }
    return statement;
  }

  private void bind(PreparedStatement statement, Object[] parameters) throws SQLException {
    for (var i = 0; i < parameters.length; i++) {
      if (parameters[i] instanceof Column column) {
        statement.setArray(i + 1, connection.createArrayOf(column.type, column.values));
      } else {
        statement.setObject(i + 1, parameters[i]);
      }
    }
  }

  /**
   * An array.
   *
   * @param type PostgreSQL's name of its elements' type
   */
  record Column(String type, Object[] values) {}
}
