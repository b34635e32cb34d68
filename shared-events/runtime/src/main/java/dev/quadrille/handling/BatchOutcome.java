package dev.quadrille.handling;

import dev.quadrille.contracts.EventType;
import dev.quadrille.contracts.Lane;
import dev.quadrille.tracing.EventSpan;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.event.Level;

/** What became of each event of a batch; counted once its transaction has committed. */
final class BatchOutcome {
  private static final Logger log = LoggerFactory.getLogger(BatchOutcome.class);

  private final Lane lane;
  private final BatchJournal journal = new BatchJournal();
  private final List<ParkedEvent> parked = new ArrayList<>();
  private final List<Counted> counted = new ArrayList<>();
  private final List<Answered> answered = new ArrayList<>();
  private @Nullable BrokeAgain brokeAgain;

  BatchOutcome(Lane lane) {
    this.lane = lane;
  }

  BatchJournal journal() {
    return journal;
  }

  List<ParkedEvent> parked() {
    return parked;
  }

  void handled(Delivery.Readable event, List<? extends SpecificRecord> answers, EventSpan span) {
    counted.add(new Counted(event.type(), "handled"));
    answered.add(new Answered(event, answers.stream().map(EventType::of).toList(), span));
  }

  void duplicate(Delivery.Readable event) {
    counted.add(new Counted(event.type(), "duplicate"));
  }

  void foreign(Delivery.Foreign event) {
    counted.add(new Counted(event.type(), "skipped"));
  }

  void parked(ParkedEvent event) {
    parked.add(event);
  }

  /** An event broke that had been parked before. */
  void brokeAgain(ParkedRow row, BrokenException broken) {
    brokeAgain = new BrokeAgain(row, broken);
  }

  /** Counts, logs and ends spans; to be called once the transaction has committed. */
  void count(HandlingMetrics metrics) {
    answered.forEach(event -> event.span.end());
    answered.forEach(BatchOutcome::log);
    counted.forEach(event -> metrics.event(event.type, lane, event.outcome));
    parked.forEach(event -> tell(event, metrics));
    if (brokeAgain != null) {
      tell(brokeAgain, metrics);
    }
    journal.count(metrics);
  }

  private void tell(ParkedEvent event, HandlingMetrics metrics) {
    metrics.parked(lane, event.reason());
    if (event.reason() == ParkingReason.BROKEN) {
      metrics.failed(lane, Failure.BROKEN);
    }
    log.atWarn()
        .setCause(event.cause())
        .log("parked as {}: {}, {}", event.reason(), event.detail(), description(event.delivery()));
  }

  /** Each way in which it breaks is told once, and the event counted once. */
  private void tell(BrokeAgain event, HandlingMetrics metrics) {
    var row = event.row;
    if (row.reason() != ParkingReason.BROKEN) {
      metrics.failed(lane, Failure.BROKEN);
    }
    var known = event.broken.summary().equals(row.detail());
    log.atLevel(known ? Level.DEBUG : Level.WARN)
        .setCause(event.broken.wordless())
        .log(
            "parked event {} breaks at attempt {}: {}",
            row.id(),
            row.attempts() + 1,
            event.broken.summary());
  }

  private static String description(Delivery delivery) {
    var record = delivery.record();
    var event =
        delivery instanceof Delivery.Readable readable
            ? readable.type() + " " + readable.eventId()
            : "unreadable";
    return "%s at %s-%d@%d".formatted(event, record.topic(), record.partition(), record.offset());
  }

  /** A refusal or a compensation is worth a line; the rest is for those who look closely. */
  private static void log(Answered answered) {
    var event = answered.event;
    var unusual = answered.answers.stream().anyMatch(type -> type.lane() == Lane.COMPENSATION);
    if (!unusual && !log.isDebugEnabled()) {
      return;
    }
    try (var order = MDC.putCloseable("orderId", event.orderId().toString());
        var id = MDC.putCloseable("eventId", event.eventId().toString())) {
      log.atLevel(unusual ? Level.INFO : Level.DEBUG)
          .log("{} -> {}", event.type(), answered.answers);
    }
  }

  private record Answered(Delivery.Readable event, List<EventType> answers, EventSpan span) {}

  private record BrokeAgain(ParkedRow row, BrokenException broken) {}

  private record Counted(EventType type, String outcome) {}
}
