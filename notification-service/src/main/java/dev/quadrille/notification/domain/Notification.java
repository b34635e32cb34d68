package dev.quadrille.notification.domain;

import static dev.quadrille.notification.domain.NotificationState.PENDING;

import dev.quadrille.entity.Stateful;
import dev.quadrille.state.Journal;
import dev.quadrille.state.MoveOutcome;
import dev.quadrille.state.StateMachine;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One thing that one customer is told about one order, at most once. */
@Entity
public class Notification extends Stateful<NotificationState, NotificationMove> {
  /** The machine, drawn in the service's README. */
  public static final StateMachine<NotificationState, NotificationMove> MACHINE =
      StateMachine.of("notification", EnumSet.of(PENDING), NotificationMove.class);

  @Embedded private News news;
  private @Nullable Instant leasedUntil;
  private @Nullable Failure failure;

  /** For JPA. */
  protected Notification() {
    super(MACHINE);
  }

  /** Something to be told. */
  public Notification(UUID id, News news, Journal journal) {
    super(MACHINE, id, PENDING, journal);
    this.news = news;
  }

  /**
   * Takes it for sending.
   *
   * @param until when the claim ends by the database's clock; also what its holder proves it with
   */
  public MoveOutcome claim(Instant until, Journal journal) {
    var outcome = apply(journal, NotificationMove.CLAIM);
    leasedUntil = outcome.applied() ? until : leasedUntil;
    return outcome;
  }

  /**
   * The channel has taken it.
   *
   * @param claim what {@link #claim} was given
   */
  public MoveOutcome sent(Instant claim, Journal journal) {
    return settle(claim, NotificationMove.SENT, journal, null);
  }

  /**
   * It was not sent, or nobody knows.
   *
   * @param claim what {@link #claim} was given
   */
  public MoveOutcome fail(Instant claim, Failure why, Journal journal) {
    return settle(claim, NotificationMove.FAIL, journal, why);
  }

  /** A person wants it sent again. */
  public MoveOutcome retry(Journal journal) {
    var outcome = apply(journal, NotificationMove.RETRY);
    failure = outcome.applied() ? null : failure;
    return outcome;
  }

  private MoveOutcome settle(
      Instant claim, NotificationMove move, Journal journal, @Nullable Failure why) {
    if (!claim.equals(leasedUntil)) {
      // Given up since, and perhaps claimed anew: what became of an older claim decides nothing.
      journal.asked(MACHINE.name(), id(), move.name(), state(), state(), MoveOutcome.TOO_LATE);
      return MoveOutcome.TOO_LATE;
    }
    // Whoever holds a claim finds it SENDING.
    leasedUntil = null;
    failure = why;
    return apply(journal, move);
  }

  /** What is told. */
  public News news() {
    return news;
  }

  /** When the claim ends; empty if nobody holds one. */
  public Optional<Instant> leasedUntil() {
    return Optional.ofNullable(leasedUntil);
  }

  /** Why it failed; empty unless it is FAILED. */
  public Optional<Failure> failure() {
    return Optional.ofNullable(failure);
  }
}
