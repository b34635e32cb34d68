package dev.quadrille.handling;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.contracts.Lane;
import dev.quadrille.contracts.OrderLine;
import dev.quadrille.contracts.OrderPlaced;
import dev.quadrille.testkit.RunningService;
import dev.quadrille.testkit.platform.Platform;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Replicas that come, hang and go. */
class RebalanceIT {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int MAX_POLL_MILLIS = 3_000;
  private static final String GROUP = "tiny.forward";
  private static final String[] IMPATIENT = {
    "spring.kafka.consumer.properties.max.poll.interval.ms=" + MAX_POLL_MILLIS,
    "spring.kafka.consumer.properties.session.timeout.ms=6000",
    "quadrille.handling.longest-back-off=500ms"
  };

  private static RunningService first;
  private static Admin admin;
  private static int partitions;

  @BeforeAll
  static void start() throws Exception {
    first = RunningService.start(TinyApplication.class, "tiny", IMPATIENT);
    admin = Admin.create(Map.of("bootstrap.servers", Platform.shared().bootstrapServers()));
    EventHandlers<?> handlers = first.bean(EventHandlers.class);
    partitions =
        admin.describeTopics(handlers.topics(Lane.FORWARD)).allTopicNames().get().values().stream()
            .mapToInt(topic -> topic.partitions().size())
            .sum();
  }

  @AfterAll
  static void stop() {
    admin.close();
    first.close();
  }

  @Test // case K1
  void handlesOnceWhatAConsumerHoldsThatHangsForTwiceItsTime() throws Exception {
    var order = UUID.randomUUID();
    var attempts = new AtomicInteger();
    var release = new CountDownLatch(1);
    var twiceItsTime = Duration.ofMillis(2 * MAX_POLL_MILLIS);
    try (var second = replica()) {
      for (var replica : List.of(first, second)) {
        replica
            .bean(TinyApplication.class)
            .when(order, database -> hang(database, attempts, release));
      }
      await().atMost(PATIENCE).until(() -> members().size() == 4);
      PublishedEvents.publish(first, List.of(placed(order)));
      // Another consumer gets the partition, and in vain tries to claim what the first one holds.
      await()
          .atMost(PATIENCE)
          .until(() -> first.failures("TRANSIENT") + second.failures("TRANSIENT") >= 4);
      // PostgreSQL knows for how long: nothing but this transaction is that old.
      await().atMost(PATIENCE).until(() -> oldestTransaction().compareTo(twiceItsTime) > 0);
      assertThat(attempts).hasValue(1);
      release.countDown();

      thenEachHasItsEffectOnce(List.of(order));
      assertThat(attempts).hasValue(1);
      await().atMost(PATIENCE).until(() -> members().size() == 4);
      var later = placed(60);
      PublishedEvents.publish(first, later);
      thenEachHasItsEffectOnce(later.stream().map(OrderPlaced::getOrderId).toList());
    }
  }

  @Test
  void takesFromOthersOnlyWhatANewReplicaGets() throws Exception {
    await().atMost(PATIENCE).until(() -> members().size() == 2 && isSettled());
    var before = members().stream().map(MemberDescription::consumerId).collect(toSet());
    try (var revocations = Revocations.of(GROUP);
        var second = replica("quadrille.handling.forward.threads=1")) {
      await().atMost(PATIENCE).until(() -> members().size() == 3 && isSettled());
      var moved =
          members().stream()
              .filter(member -> !before.contains(member.consumerId()))
              .flatMap(member -> member.assignment().topicPartitions().stream())
              .collect(toSet());
      assertThat(moved).isNotEmpty().hasSizeLessThan(partitions);
      assertThat(revocations.partitions()).isEqualTo(moved);
    }
  }

  @Test
  void handlesEachEventOnceWhileReplicasComeAndGo() throws Exception {
    var orders = placed(900);
    PublishedEvents.publish(first, orders.subList(0, 300));
    try (var second = replica()) {
      PublishedEvents.publish(first, orders.subList(300, 600));
      await().atMost(PATIENCE).until(() -> members().size() == 4);
      PublishedEvents.publish(second, orders.subList(600, 900));
    }
    assertThat(members()).as("who has left").hasSize(2);
    thenEachHasItsEffectOnce(orders.stream().map(OrderPlaced::getOrderId).toList());
  }

  @Test
  void leavesThePartitionsOfANamedReplicaToItWhileItIsAway() throws Exception {
    String[] named = {
      "quadrille.handling.instance-id=pod-1",
      "spring.kafka.consumer.properties.session.timeout.ms=120000"
    };
    try {
      Map<String, Set<TopicPartition>> before;
      try (var second = replica(named)) {
        await().atMost(PATIENCE).until(() -> members().size() == 4 && isSettled());
        before = byInstance();
      }
      assertThat(before).containsOnlyKeys("pod-1-0", "pod-1-1");
      assertThat(byInstance()).isEqualTo(before);
      try (var again = replica(named)) {
        var orders = placed(30);
        PublishedEvents.publish(again, orders);
        thenEachHasItsEffectOnce(orders.stream().map(OrderPlaced::getOrderId).toList());
        assertThat(byInstance()).isEqualTo(before);
      }
    } finally {
      // Whoever reads next is not to wait for them.
      for (var lane : Lane.values()) {
        remove(ConsumerGroup.of("tiny", lane), Set.of("pod-1-0", "pod-1-1"));
      }
    }
  }

  @Test // case P3
  void isNotAliveAnyMoreOnceAConsumerHasDied() throws Exception {
    var orders = new ArrayList<UUID>();
    try (var second = replica()) {
      await().atMost(PATIENCE).until(() -> members().size() == 4 && isSettled());
      assertThat(alive(second)).isEqualTo(200);
      // More than once: on a busy machine the first one may have its partitions for a moment.
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofSeconds(1))
          .until(
              () -> {
                orders.addAll(tellWhatKills(second));
                return alive(second) == 503;
              });
      // Others take over.
      thenEachHasItsEffectOnce(orders);
      assertThat(alive(first)).isEqualTo(200);
    }
  }

  private static List<UUID> tellWhatKills(RunningService victim) {
    var events = placed(60);
    var orders = events.stream().map(OrderPlaced::getOrderId).toList();
    for (var order : orders) {
      victim
          .bean(TinyApplication.class)
          .when(
              order,
              database -> {
                throw new LinkageError("a class that is not there");
              });
    }
    PublishedEvents.publish(first, events);
    return orders;
  }

  private static Duration oldestTransaction() {
    var seconds =
        first
            .database()
            .ask(
                "SELECT coalesce(extract(epoch FROM max(now() - xact_start)), 0)"
                    + " FROM pg_stat_activity WHERE datname = current_database()");
    return Duration.ofMillis((long) (Double.parseDouble(seconds) * 1_000));
  }

  private static int alive(RunningService service) {
    return service.calledByNobody().get("/actuator/health/liveness").status();
  }

  // Never idle for long: PostgreSQL would end a transaction that is.
  private static void hang(JdbcClient database, AtomicInteger attempts, CountDownLatch release) {
    attempts.incrementAndGet();
    try {
      while (!release.await(1, TimeUnit.SECONDS)) {
        database.sql("SELECT 1").query(Integer.class).single();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static RunningService replica(String... settings) {
    return RunningService.startOn(
        Platform.shared(),
        first.database(),
        TinyApplication.class,
        "tiny",
        settings.length == 0 ? IMPATIENT : settings);
  }

  private static List<OrderPlaced> placed(int number) {
    return Stream.generate(UUID::randomUUID).limit(number).map(RebalanceIT::placed).toList();
  }

  private static OrderPlaced placed(UUID order) {
    var lines = List.of(new OrderLine("tea", 1, 5L));
    return new OrderPlaced(order, "m", "n", "c", "EUR", 5L, lines, NOW, NOW);
  }

  private static void thenEachHasItsEffectOnce(List<UUID> orders) {
    var effects =
        "SELECT count(*) || ' at most ' || max(times) FROM effect WHERE order_id = ANY('{%s}')"
            .formatted(orders.stream().map(UUID::toString).collect(joining(",")));
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(first.database().ask(effects)).isEqualTo(orders.size() + " at most 1"));
    await().atMost(PATIENCE).until(() -> first.bean(LaneBacklog.class).left().isEmpty());
    assertThat(first.database().ask("SELECT count(*) FROM parked_events")).isEqualTo("0");
  }

  /**
   * Whether nothing moves any more: a member of a cooperative group is there before its partitions
   * are, and those that change hands are nobody's for a round.
   */
  private static boolean isSettled() throws Exception {
    var shares =
        members().stream().map(member -> member.assignment().topicPartitions().size()).toList();
    return Collections.max(shares) - Collections.min(shares) <= 1
        && shares.stream().mapToInt(Integer::intValue).sum() == partitions;
  }

  private static Map<String, Set<TopicPartition>> byInstance() throws Exception {
    return members().stream()
        .filter(member -> member.groupInstanceId().isPresent())
        .collect(
            toMap(
                member -> member.groupInstanceId().get(),
                member -> member.assignment().topicPartitions()));
  }

  private static void remove(String group, Set<String> instances) throws Exception {
    var gone = instances.stream().map(MemberToRemove::new).collect(toSet());
    admin
        .removeMembersFromConsumerGroup(group, new RemoveMembersFromConsumerGroupOptions(gone))
        .all()
        .get();
  }

  private static List<MemberDescription> members() throws Exception {
    return List.copyOf(
        admin.describeConsumerGroups(List.of(GROUP)).all().get().get(GROUP).members());
  }
}
