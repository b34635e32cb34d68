package dev.quadrille.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.handling.Batch;
import dev.quadrille.handling.EventHandlers;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** Given, when, then over a service's real handlers: no Spring, no Kafka, no database. */
public final class HandlerScenario {
  private final EventHandlers<?> handlers;
  private final RecordingJournal journal = new RecordingJournal();
  private final List<SpecificRecord> emitted = new ArrayList<>();
  private final List<SpecificRecord> tooEarly = new ArrayList<>();

  private HandlerScenario(EventHandlers<?> handlers) {
    this.handlers = handlers;
  }

  /** A scenario over handlers that stand on fakes of their repositories. */
  public static HandlerScenario of(EventHandlers<?> handlers) {
    return new HandlerScenario(handlers);
  }

  /** What happened before; nobody looks at what followed from it. */
  public HandlerScenario given(SpecificRecord... history) {
    for (var event : history) {
      handle(List.of(event));
    }
    emitted.clear();
    tooEarly.clear();
    return this;
  }

  /**
   * An event comes, in a batch of its own and past every inbox: as the same fact under another id
   * would.
   */
  public HandlerScenario when(SpecificRecord event) {
    handle(List.of(event));
    return this;
  }

  /** Events come in one batch. */
  public HandlerScenario whenTogether(SpecificRecord... events) {
    handle(List.of(events));
    return this;
  }

  /** All that followed since {@link #given}, in this order and nothing else. */
  public HandlerScenario thenEmits(SpecificRecord... expected) {
    assertThat(emitted).containsExactly(expected);
    emitted.clear();
    return this;
  }

  /** Nothing followed. */
  public HandlerScenario thenEmitsNothing() {
    return thenEmits();
  }

  /** The event was about an aggregate that does not exist here. */
  public HandlerScenario thenIsTooEarly(SpecificRecord event) {
    assertThat(tooEarly).containsExactly(event);
    return thenEmitsNothing();
  }

  /** The last move that was asked for, and what that found: {@code RELEASE APPLIED}. */
  public HandlerScenario thenJournals(String line) {
    assertThat(journal.lines()).last().isEqualTo(line);
    return this;
  }

  private void handle(List<SpecificRecord> events) {
    var work = handlers.begin(new Batch(events, journal));
    for (var event : events) {
      if (work.knows(event)) {
        emitted.addAll(work.react(event));
      } else {
        tooEarly.add(event);
      }
    }
  }
}
