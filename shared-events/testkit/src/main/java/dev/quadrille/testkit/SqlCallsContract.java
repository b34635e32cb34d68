package dev.quadrille.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.handling.DeliveredBatch;
import dev.quadrille.ops.StuckLook;
import dev.quadrille.state.IntermediateStates;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/**
 * The promises about what a service asks of its database: the number of SQL calls does not grow
 * with the batch, and looking for what is stuck does not grow with the table.
 */
public abstract class SqlCallsContract {
  private static final int MANY = 500;

  /** The service, started with {@code spring.main.sources=dev.quadrille.testkit.SqlCalls}. */
  protected abstract RunningService service();

  /**
   * Everything that can happen to orders here, one event after the other; for each, an order's
   * event.
   */
  protected abstract List<Function<UUID, SpecificRecord>> dance();

  /** Brings orders into being, where the service does not learn of them by events. */
  protected void place(List<UUID> orders) {}

  @Test
  void handlesFiveHundredEventsWithTheCallsOfOne() {
    var one = calls(1);
    var many = calls(MANY);
    assertThat(many).hasSameSizeAs(one);
    for (var step = 0; step < one.size(); step++) {
      assertThat(many.get(step)).as("calls of step %d", step).isEqualTo(one.get(step));
    }
  }

  @Test
  void findsWhatIsStuckThroughAnIndex() throws SQLException {
    var index = service().bean(IntermediateStates.class).table() + "_intermediate";
    thenReadsOnly(index, SqlCalls.during(() -> StuckLook.at(service())));
  }

  @Test
  void findsWhatCameTooEarlyThroughAnIndex() throws SQLException {
    var queries = SqlCalls.during(() -> StuckLook.atEvents(service()));
    thenReadsOnly("parked_events_early", queries);
  }

  private void thenReadsOnly(String index, List<String> queries) throws SQLException {
    assertThat(queries).hasSize(2);
    for (var query : queries) {
      assertThat(plan(query)).contains(index).doesNotContain("Seq Scan");
    }
  }

  /**
   * The plan for whatever the parameters are, where a table is read through only for want of an
   * index.
   */
  private String plan(String query) throws SQLException {
    var parameters = new AtomicInteger();
    var numbered =
        Pattern.compile("\\?").matcher(query).replaceAll(m -> "\\$" + parameters.incrementAndGet());
    var database = service().database();
    // Simple: a statement with parameters is otherwise wanted with their values.
    var url = database.jdbcUrl() + "?preferQueryMode=simple&options=-c%20enable_seqscan=off";
    try (var connection = DriverManager.getConnection(url, database.user(), database.password());
        var statement = connection.createStatement();
        var lines = statement.executeQuery("EXPLAIN (GENERIC_PLAN, FORMAT JSON) " + numbered)) {
      lines.next();
      return lines.getString(1);
    }
  }

  private List<List<String>> calls(int count) {
    var orders = Stream.generate(UUID::randomUUID).limit(count).toList();
    place(orders);
    var calls = new ArrayList<List<String>>();
    for (var step : dance()) {
      var events = orders.stream().map(step).toList();
      calls.add(SqlCalls.during(() -> DeliveredBatch.deliver(service(), events)));
    }
    return calls;
  }
}
