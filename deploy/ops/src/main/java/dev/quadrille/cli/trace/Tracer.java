package dev.quadrille.cli.trace;

import dev.quadrille.cli.connection.MissingConnectionException;
import dev.quadrille.cli.connection.TargetSystem;
import dev.quadrille.codec.EventViewer;
import dev.quadrille.codec.RegistryUnavailableException;
import dev.quadrille.contracts.EventType;
import dev.quadrille.local.Participant;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

/**
 * Finds everything about one order. What cannot be asked is left out and said; each look sees more
 * than the one before.
 */
public final class Tracer implements AutoCloseable {
  private final TargetSystem system;
  private final UUID order;
  private final EventViewer viewer;
  private final boolean reveal;
  private final OrderRecords records;
  private final Set<String> unseen = new LinkedHashSet<>();

  /**
   * Looks for an order.
   *
   * @param viewer reads the contents of events
   * @param reveal whether to show what may be personal
   */
  public Tracer(TargetSystem system, UUID order, EventViewer viewer, boolean reveal) {
    this.system = system;
    this.order = order;
    this.viewer = viewer;
    this.reveal = reveal;
    this.records = new OrderRecords(system.kafka(), order);
  }

  /** What is known now. */
  public Trace look() {
    unseen.clear();
    var found = find();
    // Partitions may have been added: then older records stand where the key belonged before.
    if (somethingIsMissing(found) && records.lookEverywhere()) {
      found = find();
    }
    var parked = parked(found);
    parked.forEach(found::parked);
    var events = found.events();
    var state = from(Participant.ORDER, facts -> facts.orderState(order).orElse(null), null);
    unseen.addAll(records.unseen());
    return new Trace(
        order,
        state == null ? null : States.name(Participant.ORDER, state),
        events,
        all(facts -> facts.moves(order)).stream()
            .sorted(Comparator.comparing(Trace.Move::at))
            .toList(),
        parked,
        found.strays(),
        List.copyOf(unseen));
  }

  @Override
  public void close() {
    records.close();
  }

  private FoundEvents find() {
    // Outboxes first: what is written while the topics are read is then not missing there.
    var found = new FoundEvents(this::content);
    for (var service : Participant.values()) {
      from(service, facts -> facts.outbox(order), List.<ServiceFacts.Row>of())
          .forEach(row -> found.written(service, row));
    }
    records.read().forEach(found::stands);
    var ids = found.ids();
    for (var service : Participant.values()) {
      from(service, facts -> facts.handled(ids), Map.<UUID, Instant>of())
          .forEach((event, at) -> found.handled(event, service, at));
    }
    return found;
  }

  private List<Trace.Parked> parked(FoundEvents found) {
    var ids = List.copyOf(found.ids());
    return all(facts -> facts.parked(order, ids));
  }

  private static boolean somethingIsMissing(FoundEvents found) {
    var events = found.events();
    return events.stream().anyMatch(event -> event.copies().isEmpty())
        || events.stream().noneMatch(event -> event.type() == EventType.ORDER_PLACED);
  }

  private @Nullable Map<String, Object> content(byte[] value) {
    try {
      return viewer.view(value, reveal).orElse(null);
    } catch (RegistryUnavailableException e) {
      unseen.add("the schema registry does not answer us: contents are not shown");
      return null;
    }
  }

  private <T> List<T> all(Function<ServiceFacts, List<T>> question) {
    var all = new ArrayList<T>();
    for (var service : Participant.values()) {
      all.addAll(from(service, question, List.of()));
    }
    return all;
  }

  private <T> T from(Participant service, Function<ServiceFacts, T> question, T otherwise) {
    try {
      return question.apply(new ServiceFacts(service, system.database(service.label())));
    } catch (MissingConnectionException e) {
      unseen.add(e.getMessage());
    } catch (DataAccessException e) {
      unseen.add(service.label() + "'s database does not answer");
    }
    return otherwise;
  }
}
