package dev.quadrille.handling;

import dev.quadrille.contracts.EventType;
import dev.quadrille.contracts.Lane;
import java.util.ArrayList;
import java.util.List;

/** What became of each event of a batch; counted once its transaction has committed. */
final class BatchOutcome {
  private final Lane lane;
  private final BatchJournal journal = new BatchJournal();
  private final List<ParkedEvent> parked = new ArrayList<>();
  private final List<Counted> counted = new ArrayList<>();

  BatchOutcome(Lane lane) {
    this.lane = lane;
  }

  BatchJournal journal() {
    return journal;
  }

  List<ParkedEvent> parked() {
    return parked;
  }

  void handled(Delivery.Readable event) {
    counted.add(new Counted(event.type(), "handled"));
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

  void count(HandlingMetrics metrics) {
    counted.forEach(event -> metrics.event(event.type, lane, event.outcome));
    parked.forEach(event -> metrics.parked(lane, event.reason()));
    journal.count(metrics);
  }

  private record Counted(EventType type, String outcome) {}
}
