package dev.quadrille.local;

import dev.quadrille.state.Journal;
import dev.quadrille.state.MoveOutcome;
import dev.quadrille.state.State;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Remembers what one event asks for. */
final class RehearsalJournal implements Journal {
  private final UUID eventId;
  private final List<Asked> asked = new ArrayList<>();

  RehearsalJournal(UUID eventId) {
    this.eventId = eventId;
  }

  @Override
  public void asked(
      String machine, UUID id, String move, @Nullable State from, State to, MoveOutcome outcome) {
    asked.add(new Asked(machine, move, from == null ? null : from.name(), to.name(), outcome));
  }

  @Override
  public UUID cause() {
    return eventId;
  }

  List<Asked> asked() {
    return List.copyOf(asked);
  }
}
