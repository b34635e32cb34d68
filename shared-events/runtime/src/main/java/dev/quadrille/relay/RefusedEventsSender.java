package dev.quadrille.relay;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends events that Kafka refused again, now and then for as long as a term lasts: whoever raises
 * the limit has nothing more to do. Beside the stream, on a producer of its own: what goes wrong
 * here, such as a topic that is gone by now, is no reason for others to wait.
 */
final class RefusedEventsSender implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(RefusedEventsSender.class);
  private static final int PAGE = 100;

  private final RelayParts parts;
  private final ScheduledExecutorService rounds;
  private long after = Long.MIN_VALUE;

  RefusedEventsSender(RelayParts parts) {
    this.parts = parts;
    this.rounds =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              var thread = new Thread(task, parts.name() + "-relay-refused");
              thread.setDaemon(true);
              return thread;
            });
    var pause = parts.settings().refusedPause().toMillis();
    rounds.scheduleWithFixedDelay(this::round, pause, pause, TimeUnit.MILLISECONDS);
  }

  private void round() {
    try (var connection = parts.connect()) {
      var page = next(connection);
      if (page.notes().isEmpty() && after != Long.MIN_VALUE) {
        after = Long.MIN_VALUE;
        page = next(connection);
      }
      if (!page.notes().isEmpty()) {
        send(page, connection);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (SQLException | RuntimeException e) {
      log.info("What Kafka refused is sent again later: {}", e.getMessage());
      log.debug("Cause", e);
    }
  }

  // One page a round, unless Kafka takes some of it: many events that it goes on refusing must not
  // keep it busy.
  private void send(RefusedEvents.Page first, Connection connection)
      throws SQLException, InterruptedException {
    var notes = new RefusedEvents(connection);
    try (var producer = parts.openProducer("refused");
        var watch = new RelayWatch(producer, parts.settings().acknowledgementTimeout())) {
      var page = first;
      int taken;
      do {
        tellOfGone(page);
        for (var row : page.rows()) {
          producer.send(row, null);
        }
        var settled = new ArrayList<>(page.notes());
        producer.awaitAcknowledged().forEach(refusal -> settled.remove(refusal.row().seq()));
        taken = notes.remove(settled);
        after = page.notes().get(page.notes().size() - 1);
        page = next(connection);
      } while (taken > 0 && !page.notes().isEmpty());
    }
  }

  private static void tellOfGone(RefusedEvents.Page page) {
    var gone = page.notes().size() - page.rows().size();
    if (gone > 0) {
      log.warn("Kafka refused {} events whose rows somebody has deleted: they are lost", gone);
    }
  }

  private RefusedEvents.Page next(Connection connection) throws SQLException {
    return new RefusedEvents(connection).page(after, PAGE, parts.settings().queueSize().toBytes());
  }

  /** What is under way may reach Kafka or not; it is noted still. */
  @Override
  public void close() {
    rounds.shutdownNow();
  }
}
