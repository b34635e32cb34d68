package dev.quadrille.tracing;

import static java.util.concurrent.TimeUnit.MICROSECONDS;

import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Carries the trace of a request along with the events that follow from it, as W3C Trace Context
 * has it ({@code traceparent}). An event that nobody samples costs nothing here: its context is
 * handed on as it came. Names and tags of spans follow OpenTelemetry's conventions for messaging.
 */
public final class EventTraces {
  private static final String TRACEPARENT = "traceparent";
  private static final Pattern WELL_FORMED =
      Pattern.compile("00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");

  private final Tracer tracer;
  private final Propagator propagator;

  EventTraces(Tracer tracer, Propagator propagator) {
    this.tracer = tracer;
    this.propagator = propagator;
  }

  /** Traces that nobody looks at. */
  public static EventTraces none() {
    return new EventTraces(Tracer.NOOP, Propagator.NOOP);
  }

  /** The context of what this thread is about; null if it is part of no trace. */
  public @Nullable String current() {
    var span = tracer.currentSpan();
    return span == null ? null : traceparent(span.context());
  }

  /**
   * Begins the handling of an event.
   *
   * @param traceparent the context that came with it; one that is malformed counts as none
   */
  public EventSpan handling(TracedEvent event, @Nullable String traceparent) {
    if (traceparent == null || !WELL_FORMED.matcher(traceparent).matches()) {
      return new EventSpan(null, null);
    }
    if (!isSampled(traceparent)) {
      return new EventSpan(null, traceparent);
    }
    var span = span("process", event, traceparent).kind(Span.Kind.CONSUMER).start();
    return new EventSpan(span, traceparent(span.context()));
  }

  /**
   * Tells that an event has reached its topic just now.
   *
   * @param traceparent the context that goes with it
   * @param since when it was written to the outbox
   */
  public void published(TracedEvent event, @Nullable String traceparent, Supplier<Instant> since) {
    if (traceparent != null && isSampled(traceparent)) {
      span("send", event, traceparent)
          .kind(Span.Kind.PRODUCER)
          .startTimestamp(ChronoUnit.MICROS.between(Instant.EPOCH, since.get()), MICROSECONDS)
          .start()
          .end();
    }
  }

  private Span.Builder span(String operation, TracedEvent event, String traceparent) {
    return propagator
        .extract(traceparent, (carrier, name) -> TRACEPARENT.equals(name) ? carrier : null)
        .name(operation + " " + event.type().substring(event.type().lastIndexOf('.') + 1))
        .tag("messaging.system", "kafka")
        .tag("messaging.operation.type", operation)
        .tag("messaging.destination.name", event.topic())
        .tag("messaging.message.id", event.id());
  }

  private @Nullable String traceparent(TraceContext context) {
    var carrier = new HashMap<String, String>();
    propagator.inject(context, carrier, Map::put);
    return carrier.get(TRACEPARENT);
  }

  private static boolean isSampled(String traceparent) {
    return (Character.digit(traceparent.charAt(traceparent.length() - 1), 16) & 1) == 1;
  }
}
