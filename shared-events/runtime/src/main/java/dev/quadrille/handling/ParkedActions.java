package dev.quadrille.handling;

import dev.quadrille.handling.ParkedWhole.Action;
import dev.quadrille.inbox.Claim;
import dev.quadrille.inbox.Inbox;
import dev.quadrille.state.Outcome;
import dev.quadrille.state.Refusal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * What people do about parked events. Each action is journalled and may be repeated. What is to be
 * attempted is attempted as soon as that is committed, like any other event that is due.
 */
public class ParkedActions {
  private static final Refusal SETTLED =
      Refusal.conflict("settled-otherwise", "The event is parked no more; see its settlement.");

  private final ParkedRows rows;
  private final ParkedEvents events;
  private final ParkedEdits edits;
  private final Inbox inbox;
  private final Rounds attendant;

  ParkedActions(
      ParkedRows rows, ParkedEvents events, ParkedEdits edits, Inbox inbox, Rounds attendant) {
    this.rows = rows;
    this.events = events;
    this.edits = edits;
    this.inbox = inbox;
    this.attendant = attendant;
  }

  /**
   * Has an event attempted again.
   *
   * @return the event, due or handled by now; refused if it was discarded
   */
  @Transactional
  public Outcome<ParkedSummary> retry(long id, Instruction said) {
    return locked(id)
        .then(
            row ->
                row.settlement() == null
                    ? attempt(row, row.edited(), Action.RETRY, said)
                    : settled(row, row.settlement() != Settlement.DISCARDED));
  }

  /**
   * Has an event attempted with another value, under its own id. Its own value is kept.
   *
   * @param event what it is to say, as {@link dev.quadrille.codec.EventJson} shows it
   * @return the event, due or handled with this value by now; refused if it was settled otherwise,
   *     or if nobody could read it
   */
  @Transactional
  public Outcome<ParkedSummary> edit(long id, Map<String, ?> event, Instruction said) {
    return found(id).then(row -> edits.value(row, event)).then(value -> attempt(id, value, said));
  }

  /** The same, with the bytes of the value. */
  @Transactional
  public Outcome<ParkedSummary> edit(long id, byte[] value, Instruction said) {
    return found(id).then(row -> edits.value(row, value)).then(it -> attempt(id, it, said));
  }

  /**
   * Lets an event never have its effect: it counts as handled, however often it is delivered.
   *
   * @return the discarded event; refused if it was handled
   */
  @Transactional
  public Outcome<ParkedSummary> discard(long id, Instruction said) {
    return locked(id)
        .then(
            row ->
                row.settlement() == null
                    ? discard(row, said)
                    : settled(row, row.settlement() == Settlement.DISCARDED));
  }

  private Outcome<ParkedSummary> attempt(long id, byte[] edited, Instruction said) {
    return locked(id)
        .then(
            row ->
                row.settlement() == null
                    ? attempt(row, edited, Action.EDIT, said)
                    : settled(
                        row,
                        row.settlement() != Settlement.DISCARDED
                            && Arrays.equals(edited, row.edited())));
  }

  private Outcome<ParkedSummary> attempt(
      ParkedRow row, byte @Nullable [] edited, Action action, Instruction said) {
    rows.due(row, edited);
    rows.note(row, action, edited == null ? row.record().value() : edited, said);
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            attendant.soon();
          }
        });
    return summary(row);
  }

  private Outcome<ParkedSummary> discard(ParkedRow row, Instruction said) {
    claim(row).ifPresent(claim -> inbox.claim(List.of(claim)));
    rows.discard(row);
    rows.note(row, Action.DISCARD, row.attempted().value(), said);
    return summary(row);
  }

  /**
   * The claim of the event by its bytes as they are, for nobody may be able to read them: what
   * comes under its id from now on is a duplicate or a contradiction. Empty if there can be none.
   */
  private static Optional<Claim> claim(ParkedRow row) {
    var record = row.record();
    if (row.reason().claimed() || record.value() == null) {
      return Optional.empty();
    }
    return EventReader.idOf(record)
        .flatMap(
            id ->
                EventReader.typeOf(record)
                    .map(type -> new Claim(id, EventDigest.of(type, record.value()))));
  }

  private Outcome<ParkedRow> found(long id) {
    return Outcome.of(rows.find(id), ParkedEvents.UNKNOWN);
  }

  private Outcome<ParkedRow> locked(long id) {
    return Outcome.of(rows.lock(id), ParkedEvents.UNKNOWN);
  }

  private Outcome<ParkedSummary> settled(ParkedRow row, boolean asWanted) {
    return asWanted ? summary(row) : Outcome.refused(SETTLED);
  }

  private Outcome<ParkedSummary> summary(ParkedRow row) {
    return Outcome.of(events.summary(row.id()), ParkedEvents.UNKNOWN);
  }
}
