package dev.quadrille.cli.inject;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import dev.quadrille.cli.connection.OpsApi;
import dev.quadrille.cli.connection.TargetSystem;
import dev.quadrille.cli.replay.Chosen;
import dev.quadrille.cli.topics.Selection;
import dev.quadrille.cli.topics.TopicWriter;
import dev.quadrille.cli.trace.Dance;
import dev.quadrille.cli.trace.Headers;
import dev.quadrille.contracts.EventType;
import dev.quadrille.local.Participant;
import dev.quadrille.testkit.oracle.Oracle;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Carries out a fault plan on a test system. */
public final class Injection {
  private static final List<String> TOPICS =
      Arrays.stream(EventType.values()).map(EventType::topic).distinct().toList();

  private final TargetSystem system;
  private final FaultPlan plan;
  private final Duration patience;
  private boolean leave;

  /**
   * A plan for a system.
   *
   * @param patience how long consumers may take to read what is injected, and the system to settle
   */
  public Injection(TargetSystem system, FaultPlan plan, Duration patience) {
    this.system = system;
    this.plan = plan;
    this.patience = patience;
  }

  /** Leaves what relays have dropped where it is: in the outboxes. */
  public Injection leavingWhatIsDropped() {
    leave = true;
    return this;
  }

  /**
   * Breaks the system, and returns what became of it.
   *
   * @throws dev.quadrille.cli.connection.RefusedException if the system does not say that it is a
   *     test system
   */
  public Report run() {
    new OpsApi(system).requireTestSystem();
    // Without one, what stands on the topics counts, all of it.
    var window = plan.seconds() == null ? null : new Window(system, plan);
    var injected = new ArrayList<>(window == null ? List.<Injected>of() : during(window));
    var since = window == null ? null : window.begin();
    var sent = send(since);
    injected.addAll(judged(sent));
    var spoiled = sent.stream().map(Sent::position).collect(Collectors.toSet());
    var verdict = new Oracle(system, spoiled).settled(patience);
    var spared = window == null ? 0 : window.spared();
    return Report.of(plan, spared, injected, verdict, parked(sent));
  }

  /** Lets relays and lanes work wrongly, and returns whom that struck. */
  private List<Injected> during(Window window) {
    window.keepOpen();
    var struck = window.struck();
    if (!leave && plan.faults().stream().anyMatch(it -> it.fault() == FaultKind.DROP)) {
      window.mend();
    }
    new Quiet(system).await(patience);
    var injected = new ArrayList<>(onTopics(struck, window.begin()));
    injected.addAll(window.compensated());
    return injected;
  }

  private List<Injected> onTopics(List<Injected> struck, Instant since) {
    var times =
        read(since).records().stream()
            .flatMap(record -> Headers.id(record).stream())
            .collect(groupingBy(id -> id, counting()));
    return struck.stream()
        .map(one -> one.became(Map.of("topic", told(times.getOrDefault(one.event(), 0L)))))
        .toList();
  }

  private static String told(long times) {
    return times == 0 ? "not there" : times == 1 ? "once" : "more than once";
  }

  private List<Sent> send(@Nullable Instant since) {
    if (plan.faults().stream().noneMatch(fault -> fault.fault().isCopy())) {
      return List.of();
    }
    var copies = new CopiedFaults(plan, system.spoiled()).of(read(since));
    try (var writer = new TopicWriter(system.kafka())) {
      var stand = writer.send(copies.stream().map(CopiedFaults.Copy::record).toList());
      var sent = new ArrayList<Sent>();
      for (var i = 0; i < copies.size(); i++) {
        var at = stand.get(i);
        sent.add(
            new Sent(copies.get(i), new TopicPartition(at.topic(), at.partition()), at.offset()));
      }
      return sent;
    }
  }

  private Chosen read(@Nullable Instant since) {
    return Chosen.read(system.kafka(), Selection.of(TOPICS).since(since), Set.of(), Set.of());
  }

  private List<Injected> judged(List<Sent> sent) {
    if (sent.isEmpty()) {
      return List.of();
    }
    var fates = new Fates(system);
    fates.awaitRead(ends(sent), patience);
    fates.look(sent.stream().map(Sent::newId).filter(Objects::nonNull).toList());
    return sent.stream().map(one -> one.judged(fates)).toList();
  }

  private static Map<Participant, Map<TopicPartition, Long>> ends(List<Sent> sent) {
    var ends = new EnumMap<Participant, Map<TopicPartition, Long>>(Participant.class);
    for (var one : sent) {
      for (var service : one.readers()) {
        ends.computeIfAbsent(service, none -> new HashMap<>())
            .merge(one.partition, one.offset + 1, Math::max);
      }
    }
    return ends;
  }

  /** Names what is parked now of what was sent. */
  private List<String> parked(List<Sent> sent) {
    var fates = new Fates(system);
    fates.look(List.of());
    var parked = new ArrayList<String>();
    for (var one : sent) {
      for (var service : one.readers()) {
        var number = fates.parkedAs(service, one.position());
        if (number != null) {
          parked.add(service.label() + ":" + number);
        }
      }
    }
    return parked;
  }

  /** A copy that stands on its topic. */
  private record Sent(CopiedFaults.Copy copy, TopicPartition partition, long offset) {

    String position() {
      return Fates.position(partition, offset);
    }

    List<Participant> readers() {
      return copy.fault().fault() == FaultKind.UNKNOWN_TYPE
          ? Dance.readers(partition.topic())
          : Dance.consumers(copy.original());
    }

    /** The id of its own; null if it has that of the original, which may have moved something. */
    @Nullable UUID newId() {
      var id = Headers.id(copy.record()).orElseThrow();
      return id.equals(Headers.id(copy.original()).orElseThrow()) ? null : id;
    }

    Injected judged(Fates fates) {
      var became = new TreeMap<String, String>();
      for (var service : readers()) {
        became.put(service.label(), fates.of(service, partition, offset, newId()));
      }
      return new Injected(
          copy.fault().label(),
          copy.type(),
          CopiedFaults.key(copy.original()),
          Headers.id(copy.record()).orElseThrow(),
          position(),
          became);
    }
  }
}
