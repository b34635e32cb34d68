package dev.quadrille.cli.trace;

import dev.quadrille.contracts.EventType;
import dev.quadrille.local.Participant;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is known about one order.
 *
 * @param status the order's state; null if order does not know it
 * @param events its facts, in the order in which they were written
 * @param moves what its aggregates did
 * @param parked what could not be handled
 * @param strays records under its key that are no events
 * @param unseen what could not be looked at, a sentence each
 */
public record Trace(
    UUID order,
    @Nullable String status,
    List<Event> events,
    List<Move> moves,
    List<Parked> parked,
    List<Stray> strays,
    List<String> unseen) {

  /** Whether anything is known. */
  public boolean isEmpty() {
    return status == null && events.isEmpty() && moves.isEmpty() && strays.isEmpty();
  }

  /** The event of that id; empty if it is none of this order's. */
  public Optional<Event> event(UUID id) {
    return events.stream().filter(event -> event.id().equals(id)).findFirst();
  }

  /** What a service has parked of an event that it has not handled, and nobody has settled. */
  public Optional<Parked> parked(Participant service, Event event) {
    return rows(service, event).filter(row -> row.settledAt() == null).findFirst();
  }

  /** What a person has decided that a service never makes of an event. */
  public Optional<Parked> discarded(Participant service, Event event) {
    return rows(service, event).filter(row -> row.discarded() != null).findFirst();
  }

  /** What services have set aside of one record, and has had no effect. */
  public List<Parked> parkedAt(String position) {
    return parked.stream()
        .filter(row -> row.position().equals(position))
        .filter(row -> row.settledAt() == null || row.discarded() != null)
        .toList();
  }

  private Stream<Parked> rows(Participant service, Event event) {
    return parked.stream()
        .filter(row -> row.service() == service && !event.handled().containsKey(service))
        .filter(row -> event.id().equals(row.eventId()) || event.stands(row));
  }

  /**
   * A fact.
   *
   * @param owner who states it
   * @param causationId the event that it follows from; null: a person or a clock
   * @param writtenAt when the transaction began that wrote it
   * @param inOutbox whether its row is there; false: dropped, or never written
   * @param copies where it stands on topics, the first one first
   * @param handled who has taken care of it, and when that transaction began
   * @param content its fields; null if they cannot be read
   */
  public record Event(
      UUID id,
      EventType type,
      Participant owner,
      @Nullable UUID causationId,
      Instant writtenAt,
      boolean inOutbox,
      List<Copy> copies,
      Map<Participant, Instant> handled,
      @Nullable Map<String, Object> content) {

    /** Those who react to it and have not taken care of it. */
    public List<Participant> unhandled() {
      return Dance.consumers(type).stream().filter(each -> !handled.containsKey(each)).toList();
    }

    /** Its simple name. */
    public String name() {
      return type.record().getSimpleName();
    }

    private boolean stands(Parked row) {
      return copies.stream()
          .anyMatch(
              copy ->
                  copy.topic().equals(row.topic())
                      && copy.partition() == row.partition()
                      && copy.offset() == row.offset());
    }
  }

  /**
   * A record of an event.
   *
   * @param storedAt its timestamp
   * @param replay how the replay is named that put it there; null: none
   */
  public record Copy(
      String topic, int partition, long offset, Instant storedAt, @Nullable String replay) {

    /** As people write it. */
    public String position() {
      return "%s-%d@%d".formatted(topic, partition, offset);
    }
  }

  /**
   * A move of a state machine.
   *
   * @param eventId the event that it is due to; for a command, an id of its own
   * @param from null for the first
   */
  public record Move(
      Participant service,
      UUID aggregateId,
      UUID eventId,
      String move,
      @Nullable String from,
      String to,
      Instant at) {}

  /**
   * A record that a service has set aside.
   *
   * @param settledAt null while it waits
   * @param discarded on whose word it never has its effect; null if it has, or still may
   */
  public record Parked(
      Participant service,
      long id,
      String topic,
      int partition,
      long offset,
      @Nullable UUID eventId,
      String reason,
      String detail,
      int attempts,
      @Nullable Instant nextAttemptAt,
      Instant parkedAt,
      @Nullable Instant settledAt,
      @Nullable Discarded discarded) {

    /** As people write it. */
    public String position() {
      return "%s-%d@%d".formatted(topic, partition, offset);
    }
  }

  /**
   * What a person decided.
   *
   * @param by who
   * @param why the reason
   */
  public record Discarded(String by, String why) {

    /** In words, fit for a terminal. */
    public String told() {
      return "on the word of %s: %s".formatted(Headers.printable(by), Headers.printable(why));
    }
  }

  /**
   * A record under the order's key that says of itself nothing that can be understood.
   *
   * @param what why it is no event
   */
  public record Stray(String topic, int partition, long offset, Instant storedAt, String what) {

    /** As people write it. */
    public String position() {
      return "%s-%d@%d".formatted(topic, partition, offset);
    }
  }
}
