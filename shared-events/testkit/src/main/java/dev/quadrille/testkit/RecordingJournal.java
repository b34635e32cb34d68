package dev.quadrille.testkit;

import dev.quadrille.state.Journal;
import dev.quadrille.state.MoveOutcome;
import dev.quadrille.state.State;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A journal that a test can read: {@code RELEASE APPLIED}, {@code COMMIT TOO_LATE}. */
public final class RecordingJournal implements Journal {
  private static final UUID CAUSE = UUID.fromString("01900000-0000-7000-8000-00000000ca05");

  private final List<String> lines = new ArrayList<>();

  @Override
  public void asked(
      String machine, UUID id, String move, @Nullable State from, State to, MoveOutcome outcome) {
    lines.add(move + " " + outcome);
  }

  @Override
  public UUID cause() {
    return CAUSE;
  }

  /** What was asked for so far. */
  public List<String> lines() {
    return List.copyOf(lines);
  }
}
