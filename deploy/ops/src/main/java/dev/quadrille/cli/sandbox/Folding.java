package dev.quadrille.cli.sandbox;

import dev.quadrille.local.Participant;
import dev.quadrille.testkit.platform.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;

/** Facts and rows in a PostgreSQL of their own, which folds the former and compares. */
final class Folding implements AutoCloseable {
  private static final String TABLES =
      """
      CREATE TABLE fact (order_id uuid, part text, rank int, state int, amount bigint, currency text, goods jsonb);
      CREATE TABLE live (LIKE fact, PRIMARY KEY (order_id, part));
      CREATE VIEW folded AS
        SELECT order_id, part, (array_agg(state ORDER BY rank DESC))[1] AS state,
               max(amount) AS amount, max(currency) AS currency, (array_agg(goods) FILTER (WHERE goods IS NOT NULL))[1] AS goods
        FROM fact GROUP BY order_id, part;
      """;
  // What only one side says is no difference.
  private static final String DIFFERENCES =
      """
      SELECT order_id, part, f.state AS folded, l.state AS live,
             f.amount <> l.amount OR f.currency <> l.currency AS money, f.goods <> l.goods AS goods
      FROM folded f FULL JOIN live l USING (order_id, part)
      WHERE f.state IS DISTINCT FROM l.state OR f.amount <> l.amount OR f.currency <> l.currency OR f.goods <> l.goods
      ORDER BY order_id, part
      """;
  private static final String NOTHING = "SELECT NULL AS what, 0 AS amount WHERE false";
  private static final Map<Participant, String> SUMS =
      Map.of(
          Participant.INVENTORY,
          """
          SELECT 'units of ' || key || CASE state WHEN 1 THEN ' reserved' ELSE ' committed' END AS what,
                 sum(value::bigint) AS amount
          FROM folded, jsonb_each_text(goods) WHERE state IN (1, 3) GROUP BY 1
          """,
          Participant.ACCOUNT,
          """
          SELECT currency || ' debited and not given back' AS what, sum(amount) AS amount
          FROM folded WHERE state = 1 GROUP BY currency
          """);

  private final Connection connection;

  Folding(Database database) {
    try {
      connection = database.connect();
      execute(TABLES);
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  /** Forgets everything and takes these instead. */
  void take(List<Fact> facts, List<Fact> rows) {
    try {
      execute("TRUNCATE fact, live");
      insert("fact", facts);
      insert("live", rows);
      execute("ANALYZE fact");
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  /** Rows of which facts and service say different things. */
  List<Row> differences() {
    var rows = new ArrayList<Row>();
    try (var query = connection.createStatement();
        var row = query.executeQuery(DIFFERENCES)) {
      while (row.next()) {
        rows.add(
            new Row(
                row.getObject("order_id", UUID.class),
                row.getString("part"),
                row.getObject("folded", Integer.class),
                row.getObject("live", Integer.class),
                row.getBoolean("money"),
                row.getBoolean("goods")));
      }
      return rows;
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  /** How many rows the facts tell of. */
  long rows() {
    try (var query = connection.createStatement();
        var row = query.executeQuery("SELECT count(*) FROM folded")) {
      row.next();
      return row.getLong(1);
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  /** What the facts add up to, by what it is. */
  Map<String, Long> sums(Participant service) {
    var sums = new TreeMap<String, Long>();
    try (var query = connection.createStatement();
        var row = query.executeQuery(SUMS.getOrDefault(service, NOTHING))) {
      while (row.next()) {
        sums.put(row.getString("what"), row.getLong("amount"));
      }
      return sums;
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  private void insert(String table, List<Fact> facts) throws SQLException {
    connection.setAutoCommit(false);
    try (var insert =
        connection.prepareStatement(
            "INSERT INTO " + table + " VALUES (?, ?, ?, ?, ?, ?, ?::jsonb)")) {
      for (var fact : facts) {
        insert.setObject(1, fact.order());
        insert.setString(2, fact.part());
        insert.setInt(3, fact.rank());
        insert.setInt(4, fact.state());
        insert.setObject(5, fact.amountMinor(), Types.BIGINT);
        insert.setString(6, fact.currency());
        insert.setString(7, fact.goods());
        insert.addBatch();
      }
      insert.executeBatch();
    }
    connection.commit();
    connection.setAutoCommit(true);
  }

  private void execute(String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static DataAccessResourceFailureException failure(SQLException e) {
    return new DataAccessResourceFailureException("the sandbox fails", e);
  }

  /**
   * A row of which facts and service say different things.
   *
   * @param part which of the order's rows; empty if it has one
   * @param folded what the facts say; null if they say nothing of it
   * @param live what the service says; null if it says nothing of it
   * @param money whether amounts differ
   * @param goods whether goods differ
   */
  record Row(
      UUID order,
      String part,
      @Nullable Integer folded,
      @Nullable Integer live,
      boolean money,
      boolean goods) {

    String name() {
      return part.isEmpty() ? order.toString() : order + " " + part;
    }
  }
}
