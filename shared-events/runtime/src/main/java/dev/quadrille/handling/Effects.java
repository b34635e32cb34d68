package dev.quadrille.handling;

import dev.quadrille.outbox.Outbox;
import dev.quadrille.outbox.Outgoing;
import jakarta.persistence.EntityManager;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Writes what a batch decided: a number of statements that does not depend on its size. */
final class Effects {
  private final EntityManager entities;
  private final JdbcClient jdbc;
  private final Outbox outbox;

  Effects(EntityManager entities, JdbcClient jdbc, Outbox outbox) {
    this.entities = entities;
    this.jdbc = jdbc;
    this.outbox = outbox;
  }

  void flush(BatchJournal journal, List<Outgoing> outgoing) {
    // Aggregates first: a new row is locked by being written, and seq must be drawn under that
    // lock.
    entities.flush();
    journal.write(jdbc);
    outbox.append(outgoing);
  }
}
