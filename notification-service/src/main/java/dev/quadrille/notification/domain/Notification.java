package dev.quadrille.notification.domain;

import static dev.quadrille.notification.domain.NotificationState.PENDING;

import dev.quadrille.state.Journal;
import dev.quadrille.state.MoveOutcome;
import dev.quadrille.state.StateMachine;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One thing that one customer is told about one order, at most once. */
@Entity
public class Notification {
  /** The machine, drawn in the service's README. */
  public static final StateMachine<NotificationState, NotificationMove> MACHINE =
      StateMachine.of("notification", EnumSet.of(PENDING), NotificationMove.class);

  @Id private UUID id;
  @Version private @Nullable Long version;
  @Embedded private News news;
  private NotificationState state;
  private @Nullable Instant leasedUntil;
  private @Nullable Failure failure;

  /** For JPA. */
  protected Notification() {}

  private Notification(UUID id, News news) {
    this.id = id;
    this.news = news;
    this.state = PENDING;
  }

  /** Something to be told. */
  public static Notification pending(UUID id, News news, Journal journal) {
    MACHINE.created(id, PENDING, journal);
    return new Notification(id, news);
  }

  /** Counts that it was to be told again. */
  public void wantedAgain(Journal journal) {
    MACHINE.createdBefore(id, state, journal);
  }

  /**
   * Takes it for sending.
   *
   * @param until when the claim ends by the database's clock; also what its holder proves it with
   */
  public MoveOutcome claim(Instant until, Journal journal) {
    return apply(NotificationMove.CLAIM, journal, () -> leasedUntil = until);
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
    return apply(NotificationMove.RETRY, journal, () -> failure = null);
  }

  private MoveOutcome settle(
      Instant claim, NotificationMove move, Journal journal, @Nullable Failure why) {
    if (!claim.equals(leasedUntil)) {
      // Given up since, and perhaps claimed anew: what became of an older claim decides nothing.
      journal.asked(MACHINE.name(), id, move.name(), state, state, MoveOutcome.TOO_LATE);
      return MoveOutcome.TOO_LATE;
    }
    leasedUntil = null;
    return apply(move, journal, () -> failure = why);
  }

  private MoveOutcome apply(NotificationMove move, Journal journal, Runnable also) {
    return MACHINE.move(
        id,
        state,
        to -> {
          state = to;
          also.run();
        },
        journal,
        List.of(move));
  }

  public UUID id() {
    return id;
  }

  /** What is told. */
  public News news() {
    return news;
  }

  /** The state now. */
  public NotificationState state() {
    return state;
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
