package dev.quadrille.tracing;

import io.micrometer.tracing.Span;
import org.jspecify.annotations.Nullable;

/** The handling of one event as a part of its trace; nobody hears of it unless it is ended. */
public final class EventSpan {
  private final @Nullable Span span;
  private final @Nullable String traceparent;

  EventSpan(@Nullable Span span, @Nullable String traceparent) {
    this.span = span;
    this.traceparent = traceparent;
  }

  /** The context for what follows from the event; null if it is part of no trace. */
  public @Nullable String traceparent() {
    return traceparent;
  }

  /** Tells that the event was handled. */
  public void end() {
    if (span != null) {
      span.end();
    }
  }
}
