package dev.quadrille.cli.why;

import dev.quadrille.local.Participant;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * An aggregate of the order that is in an intermediate state.
 *
 * @param service whose it is
 * @param machine what it is
 * @param since when it came to the state; database time
 * @param ageSeconds how long ago that is
 * @param owed who owes what would end that
 */
record Waiting(
    Participant service,
    UUID aggregateId,
    String machine,
    String state,
    Instant since,
    long ageSeconds,
    List<String> owed) {

  /** The same, owed less. */
  Waiting owing(List<String> less) {
    return new Waiting(service, aggregateId, machine, state, since, ageSeconds, less);
  }
}
