package dev.quadrille.cli.replay;

import dev.quadrille.cli.connection.TargetSystem;
import dev.quadrille.local.Participant;
import dev.quadrille.testkit.platform.Database;
import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.springframework.dao.DataAccessResourceFailureException;

/**
 * A service's database as it was at one moment: what it knows of some orders, copied, and which
 * events it has claimed. One read-only transaction, REPEATABLE READ, and nothing else.
 */
final class Snapshot implements AutoCloseable {
  private static final Map<Participant, Map<String, String>> ROWS =
      Map.of(
          Participant.ORDER,
          Map.of("orders", "id = ANY (?)"),
          Participant.INVENTORY,
          inventory(),
          Participant.ACCOUNT,
          account(),
          Participant.NOTIFICATION,
          Map.of("notification", "order_id = ANY (?)"));

  private final Participant service;
  private final Connection connection;

  private Snapshot(Participant service, Connection connection) {
    this.service = service;
    this.connection = connection;
  }

  /** Takes one now. */
  static Snapshot of(TargetSystem system, Participant service) {
    try {
      var connection = system.dataSource(service.label()).getConnection();
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      connection.setReadOnly(true);
      connection.setAutoCommit(false);
      return new Snapshot(service, connection);
    } catch (SQLException e) {
      throw failure(service, e);
    }
  }

  /** Which of these events had their effect already. */
  Set<UUID> claimed(Collection<UUID> events) {
    try (var query =
        connection.prepareStatement(
            "SELECT event_id FROM processed_events WHERE event_id = ANY (?)")) {
      query.setArray(1, uuids(events));
      var claimed = new HashSet<UUID>();
      try (var rows = query.executeQuery()) {
        while (rows.next()) {
          claimed.add(rows.getObject(1, UUID.class));
        }
      }
      return claimed;
    } catch (SQLException e) {
      throw failure(service, e);
    }
  }

  /** Copies what is known of these orders, and what their goods and customers share with others. */
  void copy(Collection<UUID> orders, Set<String> skus, Set<String> payers, Database to) {
    try (var copy = to.connect()) {
      for (var table : ROWS.get(service).entrySet()) {
        copy(table.getKey(), table.getValue(), new Values(orders, skus, payers), copy);
      }
    } catch (SQLException e) {
      throw failure(service, e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw failure(service, e);
    }
  }

  private void copy(String table, String which, Values values, Connection to) throws SQLException {
    // Each row as one JSON object: whatever columns there are.
    var select =
        "SELECT coalesce(json_agg(t), '[]')::text FROM %s AS t WHERE %s".formatted(table, which);
    try (var query = connection.prepareStatement(select);
        var insert =
            to.prepareStatement(
                "INSERT INTO %1$s SELECT * FROM json_populate_recordset(NULL::%1$s, ?::json)"
                    .formatted(table))) {
      query.setArray(1, uuids(values.orders));
      if (which.indexOf('?') != which.lastIndexOf('?')) {
        query.setArray(2, texts(table.equals("account") ? values.payers : values.skus));
      }
      try (var row = query.executeQuery()) {
        row.next();
        insert.setString(1, row.getString(1));
      }
      insert.executeUpdate();
    }
  }

  private Array uuids(Collection<UUID> ids) throws SQLException {
    return connection.createArrayOf("uuid", ids.toArray());
  }

  private Array texts(Collection<String> texts) throws SQLException {
    return connection.createArrayOf("text", texts.toArray());
  }

  private static Map<String, String> inventory() {
    var rows = new LinkedHashMap<String, String>();
    rows.put("reservation", "order_id = ANY (?)");
    rows.put(
        "stock",
        "sku = ANY (ARRAY(SELECT unnest(skus) FROM reservation WHERE order_id = ANY (?)) || ?)");
    return rows;
  }

  private static Map<String, String> account() {
    var rows = new LinkedHashMap<String, String>();
    rows.put("payment", "order_id = ANY (?)");
    rows.put(
        "account",
        "account_id = ANY (ARRAY(SELECT account_id FROM payment WHERE order_id = ANY (?)))"
            + " OR customer_id = ANY (?)");
    rows.put("suspense_case", "order_id = ANY (?)");
    return rows;
  }

  private static DataAccessResourceFailureException failure(Participant service, SQLException e) {
    return new DataAccessResourceFailureException(
        service.label() + "'s database cannot be copied", e);
  }

  private record Values(Collection<UUID> orders, Set<String> skus, Set<String> payers) {}
}
