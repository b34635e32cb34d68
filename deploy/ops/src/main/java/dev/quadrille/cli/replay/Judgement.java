package dev.quadrille.cli.replay;

import static java.util.stream.Collectors.joining;

import dev.quadrille.cli.replay.Prediction.What;
import dev.quadrille.contracts.EventType;
import dev.quadrille.local.Asked;
import dev.quadrille.local.Participant;
import dev.quadrille.local.Rehearsal.Reply;
import dev.quadrille.state.MoveOutcome;
import java.util.Set;
import java.util.stream.Stream;

/** Puts into a word what a service did about an event. */
final class Judgement {
  private static final Set<EventType> REFUSALS =
      Set.of(EventType.STOCK_REJECTED, EventType.DEBIT_REJECTED);

  private Judgement() {}

  static What of(Participant service, Reply reply) {
    if (!reply.known()) {
      return What.TOO_EARLY;
    }
    if (reply.answers().stream().anyMatch(REFUSALS::contains)) {
      return What.REJECTED;
    }
    if (asked(reply, MoveOutcome.APPLIED)) {
      return service == Participant.NOTIFICATION ? What.WOULD_NOTIFY : What.APPLIED;
    }
    return asked(reply, MoveOutcome.TOO_LATE) ? What.TOO_LATE : What.DUPLICATE;
  }

  static String detail(Reply reply) {
    var moves = reply.moves().stream().map(Judgement::move);
    var answers = reply.answers().stream().map(type -> "tells " + type.record().getSimpleName());
    return Stream.concat(moves, answers).collect(joining(", "));
  }

  private static boolean asked(Reply reply, MoveOutcome outcome) {
    return reply.moves().stream().anyMatch(move -> move.outcome() == outcome);
  }

  private static String move(Asked move) {
    return "%s %s: %s".formatted(move.machine(), move.move(), move.outcome());
  }
}
