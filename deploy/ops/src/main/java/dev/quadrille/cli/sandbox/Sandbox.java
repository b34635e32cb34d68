package dev.quadrille.cli.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quadrille.cli.connection.TargetSystem;
import dev.quadrille.cli.sandbox.Folding.Row;
import dev.quadrille.cli.topics.Selection;
import dev.quadrille.cli.topics.TopicWindow;
import dev.quadrille.cli.trace.Headers;
import dev.quadrille.cli.trace.States;
import dev.quadrille.cli.waiting.Pause;
import dev.quadrille.codec.EventViewer;
import dev.quadrille.contracts.EventType;
import dev.quadrille.local.Participant;
import dev.quadrille.testkit.platform.PostgresServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Builds what a service holds from nothing but its own events, in a PostgreSQL of its own, and
 * compares it with what the service says. Nothing is written anywhere else.
 */
public final class Sandbox {
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);
  private static final int LOOKS = 3;
  private static final int TIME_ORDERED = 7;

  private final TargetSystem system;
  private final Participant service;
  private final Set<UUID> orders;
  private final EventViewer viewer;
  private final List<Fact> facts = new ArrayList<>();
  private long unreadable;
  private long oldestMillis = Long.MAX_VALUE;

  /**
   * Of one service.
   *
   * @param orders only what it holds of these, without sums; empty for all
   */
  public Sandbox(TargetSystem system, Participant service, Set<UUID> orders) {
    this.system = system;
    this.service = service;
    this.orders = Set.copyOf(orders);
    this.viewer = system.viewer();
  }

  /** Compares. A difference counts when looks further apart than events take all see it. */
  public Comparison compare() {
    var types = OwnFacts.types(service);
    var topics = new TreeSet<>(types.stream().map(EventType::topic).toList());
    try (var window = TopicWindow.open(system.kafka(), Selection.of(topics));
        var server = PostgresServer.temporary().start();
        var folding = new Folding(server.createDatabase(service.label()))) {
      var look = look(window, folding);
      for (var i = 1; i < LOOKS && !look.agrees(); i++) {
        Pause.lasting(BETWEEN_LOOKS);
        look = look(window, folding).andBefore(look);
      }
      var unseen = new ArrayList<>(window.unseen());
      if (unreadable > 0) {
        unseen.add("%d events that nobody can read, or that break a rule".formatted(unreadable));
      }
      return new Comparison(
          service.label(), facts.size(), folding.rows(), look.rows, look.sums, look.older, unseen);
    }
  }

  private Look look(TopicWindow window, Folding folding) {
    var live = new LiveRows(system, service);
    var liveSums = live.sums();
    var rows = live.rows(orders);
    window.read(this::take);
    folding.take(facts, rows);
    var gone = window.unseen().stream().anyMatch(what -> what.startsWith("older records are gone"));
    var differences = new ArrayList<String>();
    var older = 0L;
    for (var row : folding.differences()) {
      if (gone && row.folded() == null && isOld(row.order())) {
        older++;
      } else {
        differences.add(sentence(row));
      }
    }
    // Sums without all rows cannot agree: some were not asked for, or the topics have forgotten
    // them.
    var partial = older > 0 || !orders.isEmpty();
    return new Look(
        differences, partial ? List.of() : sums(folding.sums(service), liveSums), older);
  }

  // Our orders' ids begin with their time; about another's nothing is known.
  private boolean isOld(UUID order) {
    return order.version() != TIME_ORDERED || order.getMostSignificantBits() >>> 16 < oldestMillis;
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    oldestMillis = Math.min(oldestMillis, record.timestamp());
    if (!isWanted(record)) {
      return;
    }
    var type = Headers.type(record);
    if (type.isEmpty()) {
      unreadable++;
      return;
    }
    var fields = viewer.view(record.value(), true);
    // What everybody parks is no fact.
    if (fields.isEmpty() || !viewer.keepsItsRules(record.value())) {
      unreadable++;
    } else {
      facts.add(OwnFacts.of(type.get(), fields.get()));
    }
  }

  private boolean isWanted(ConsumerRecord<byte[], byte[]> record) {
    return orders.isEmpty()
        || record.key() != null
            && orders.stream()
                .anyMatch(it -> Arrays.equals(it.toString().getBytes(UTF_8), record.key()));
  }

  private String sentence(Row row) {
    if (row.live() == null) {
      return "%s: its events say %s, %s knows nothing of it"
          .formatted(row.name(), state(row.folded()), service.label());
    }
    if (row.folded() == null) {
      return "%s: %s says %s, no event tells of it"
          .formatted(row.name(), service.label(), state(row.live()));
    }
    return "%s: its events say %s, %s says %s%s%s"
        .formatted(
            row.name(),
            state(row.folded()),
            service.label(),
            state(row.live()),
            row.money() ? ", over another amount" : "",
            row.goods() ? ", of other goods" : "");
  }

  private String state(int number) {
    return States.name(service, number);
  }

  private static List<String> sums(Map<String, Long> folded, Map<String, Long> live) {
    var all = new TreeMap<>(folded);
    live.forEach((what, amount) -> all.putIfAbsent(what, 0L));
    return all.keySet().stream()
        .filter(what -> !folded.getOrDefault(what, 0L).equals(live.getOrDefault(what, 0L)))
        .map(
            what ->
                "%s: its events add up to %d, it says %d"
                    .formatted(what, folded.getOrDefault(what, 0L), live.getOrDefault(what, 0L)))
        .toList();
  }

  /** What one look saw. */
  private record Look(List<String> rows, List<String> sums, long older) {

    boolean agrees() {
      return rows.isEmpty() && sums.isEmpty();
    }

    Look andBefore(Look before) {
      return new Look(
          rows.stream().filter(before.rows::contains).toList(),
          sums.stream().filter(before.sums::contains).toList(),
          older);
    }
  }

  /**
   * What came of it.
   *
   * @param facts how many events told something
   * @param aggregates of how many rows
   * @param rows of which rows events and service say different things, a sentence each
   * @param sums of which sums they do
   * @param older rows of orders from before what the topics still hold
   * @param unseen what could not be seen: a sentence each
   */
  public record Comparison(
      String service,
      long facts,
      long aggregates,
      List<String> rows,
      List<String> sums,
      long older,
      List<String> unseen) {

    /** Whether events and service say the same. */
    public boolean agrees() {
      return rows.isEmpty() && sums.isEmpty();
    }
  }
}
