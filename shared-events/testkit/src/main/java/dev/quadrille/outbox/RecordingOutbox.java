package dev.quadrille.outbox;

import dev.quadrille.tracing.EventTraces;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.springframework.util.unit.DataSize;

/** An outbox that a test can read. It keeps events as they are and writes nothing. */
public final class RecordingOutbox extends Outbox {
  private final List<SpecificRecord> events = new ArrayList<>();

  public RecordingOutbox() {
    super(
        null,
        null,
        null,
        EventTraces.none(),
        new OutboxProperties(DataSize.ofMegabytes(1), Duration.ofDays(1)));
  }

  @Override
  public void append(List<Outgoing> outgoing) {
    outgoing.forEach(next -> events.add(next.event()));
  }

  /** What was appended since this was asked last, in order. */
  public List<SpecificRecord> taken() {
    var taken = List.copyOf(events);
    events.clear();
    return taken;
  }
}
