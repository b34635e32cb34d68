package dev.quadrille.system;

import static dev.quadrille.contracts.Lane.FORWARD;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.cli.LocalStage;
import dev.quadrille.contracts.EventType;
import dev.quadrille.local.Hosting;
import dev.quadrille.local.LocalSystem;
import dev.quadrille.local.Participant;
import dev.quadrille.local.SystemPorts;
import dev.quadrille.testkit.AtOnce;
import dev.quadrille.testkit.oracle.Finding;
import dev.quadrille.testkit.oracle.Oracle;
import dev.quadrille.testkit.oracle.TopicReader;
import dev.quadrille.testkit.oracle.TopicRecord;
import dev.quadrille.testkit.platform.Database;
import dev.quadrille.testkit.platform.Platform;
import dev.quadrille.testkit.platform.Progress;
import dev.quadrille.testkit.platform.WorkDirectory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What docs/restore.md says, step by step, after some business since the backup: money and goods
 * were short, orders were cancelled and refunded. And partitions that are added under orders.
 */
class RestoreSystemTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int CONFIRMED = 2;
  private static final int CANCELLED = 4;
  private static final int REFUNDED = 6;
  private static final int ORDERS = 200;
  private static final String TEA = "tea";
  private static final String RICH = "rich";
  private static final List<String> CUSTOMERS = names("customer", 12);
  // New partitions are noticed soon, and nobody calls a service that is told to stop.
  private static final List<String> SETTINGS =
      List.of(
          "--spring.kafka.properties.metadata.max.age.ms=1000",
          "--quadrille.web.request.farewell=0s");
  private static final String PAUSED = "--quadrille.handling.forward.paused=true";

  private static final Map<Participant, Database> backups = new EnumMap<>(Participant.class);

  /** Events that were in an outbox that was lost. */
  private static final Set<UUID> lost = new HashSet<>();

  private static LocalSystem system;
  private static LocalStage stage;
  private static Platform platform;
  private static Market market;
  private static Entries entries;
  private static int entriesInBackup;

  @BeforeAll
  static void doBusinessSinceABackup() {
    system =
        new LocalSystem(
            WorkDirectory.temporary(), SystemPorts.free(), Hosting.THIS_JVM, Progress.SILENT);
    system.configure(SETTINGS);
    system.start();
    stage = new LocalStage(system);
    platform = system.platform().platform();
    market = new Market(stage);
    entries = new Entries(market, stage);

    entries.customer(RICH, 10_000);
    entries.goods(TEA, 10_000);
    CUSTOMERS.forEach(customer -> entries.customer(customer, 100));
    var early = CUSTOMERS.stream().map(customer -> market.order(customer, 30, TEA)).toList();
    awaitThatAllEnd();
    backUp(Participant.ACCOUNT, Participant.INVENTORY);

    entries.customer("late", 50);
    CUSTOMERS.forEach(customer -> entries.deposit(customer, 20));
    CUSTOMERS.forEach(customer -> entries.goods(own(customer), 1));
    var first = new ArrayList<UUID>();
    first.add(market.order("late", 50, TEA));
    CUSTOMERS.forEach(customer -> first.add(market.order(customer, 90, own(customer))));
    var regretted = market.order(RICH, 5, TEA);
    awaitThatAllEnd();
    var refused = new ArrayList<UUID>();
    CUSTOMERS.forEach(customer -> refused.add(market.order(customer, 10, TEA)));
    CUSTOMERS.forEach(customer -> refused.add(market.order(RICH, 1, own(customer))));
    awaitThatAllEnd();
    var refunded = Stream.concat(early.stream().limit(4), Stream.of(regretted)).toList();
    refunded.forEach(order -> assertThat(market.refund(order).status()).isEqualTo(202));
    waitFor(() -> states(refunded).equals(Set.of(REFUNDED)));
    assertThat(states(first)).containsExactly(CONFIRMED);
    assertThat(states(refused)).containsExactly(CANCELLED);
  }

  @AfterAll
  static void close() {
    system.close();
  }

  @ParameterizedTest
  @EnumSource(names = {"ACCOUNT", "INVENTORY"})
  void agreesWithAllOthersAfterItsDatabaseWasRestored(Participant victim) {
    rehearse(
        victim, () -> platform.restore(backups.get(victim), database(victim)), entriesInBackup);
  }

  @ParameterizedTest
  @EnumSource(names = {"ACCOUNT", "INVENTORY", "NOTIFICATION"})
  void agreesWithAllOthersAfterItsDatabaseWasLostWithoutABackup(Participant victim) {
    rehearse(
        victim,
        () -> {
          platform.drop(database(victim));
          system.platform().postgres().createDatabase(victim.label());
        },
        0);
  }

  private void rehearse(Participant victim, Runnable restore, int entriesThatAreThere) {
    awaitThatAllIsDone();
    var states = market.states();
    var balances = balances();
    var stock = stock();
    var told = outbox(victim);

    system.stop(victim);
    restore.run();
    system.configure(Stream.concat(SETTINGS.stream(), Stream.of(PAUSED)).toList());
    system.start(victim);
    system.configure(SETTINGS);
    waitFor(
        () ->
            market
                .resumptions(victim.label())
                .contains("the database is at an earlier point than Kafka's offset"));
    entries.again(victim, entriesThatAreThere);
    await()
        .pollInSameThread()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(market.left(victim.label()))
                    .singleElement()
                    .asString()
                    .matches("the forward lane has \\d+ events to read and is paused"));
    market.resume(victim.label(), FORWARD);
    awaitThatAllIsDone();

    lost.addAll(told);
    lost.removeAll(outbox(victim));
    assertThat(lost).as("what only Kafka knows").isNotEmpty();
    thenTheOracleFindsOnlyWhatTheLostOutboxHadSent();
    assertThat(market.states()).isEqualTo(states);
    assertThat(balances()).isEqualTo(balances);
    assertThat(stock()).isEqualTo(stock);
    var next = market.order(RICH, 1, TEA);
    waitFor(() -> market.status(next).equals("CONFIRMED"));
  }

  @Test // case K5
  void missesNothingWhenPartitionsDoubleUnderOrders() throws Exception {
    var customer = "patient";
    entries.customer(customer, 2 * ORDERS);
    market.pause("order", FORWARD);
    var under = order(customer);
    waitFor(() -> debited(under) == ORDERS);
    var partitions = doublePartitions();
    var after = order(customer);
    // The relay of order knows of them.
    waitFor(() -> records("order.events").anyMatch(record -> record.partition() >= partitions));
    market.resume("order", FORWARD);

    awaitThatAllEnd();
    awaitThatAllIsDone();
    assertThat(states(under)).containsExactly(CONFIRMED);
    assertThat(states(after)).containsExactly(CONFIRMED);
    thenTheOracleFindsOnlyWhatTheLostOutboxHadSent();
    var split =
        records("order.events")
            .filter(record -> under.contains(UUID.fromString(record.key())))
            .collect(
                Collectors.groupingBy(
                    TopicRecord::key,
                    Collectors.mapping(TopicRecord::partition, Collectors.toSet())));
    assertThat(split.values()).as("orders in two partitions").anyMatch(some -> some.size() == 2);
  }

  private static void backUp(Participant... services) {
    awaitThatAllIsDone();
    system.stopServices();
    for (var service : services) {
      backups.put(service, platform.copyOf(database(service)));
    }
    entriesInBackup = entries.count();
    system.startServices();
  }

  private static List<UUID> order(String customer) {
    var orders = Collections.synchronizedList(new ArrayList<UUID>());
    AtOnce.run(Collections.nCopies(ORDERS, () -> orders.add(market.order(customer, 1, TEA))));
    return orders;
  }

  /** Doubles the partitions of each topic; returns how many a topic had. */
  private static int doublePartitions() throws Exception {
    try (var admin = Admin.create(stage.kafka())) {
      var topics = Stream.of(EventType.values()).map(EventType::topic).collect(Collectors.toSet());
      var before = admin.describeTopics(topics).allTopicNames().get();
      admin
          .createPartitions(
              before.entrySet().stream()
                  .collect(
                      toMap(
                          Map.Entry::getKey,
                          topic ->
                              NewPartitions.increaseTo(2 * topic.getValue().partitions().size()))))
          .all()
          .get();
      return before.get("order.events").partitions().size();
    }
  }

  private static Stream<TopicRecord> records(String topic) {
    return new TopicReader(stage.bootstrapServers())
        .read().stream().filter(record -> record.topic().equals(topic));
  }

  private static void thenTheOracleFindsOnlyWhatTheLostOutboxHadSent() {
    var oracle = new Oracle(stage);
    var expected =
        lost.stream()
            .map(
                id ->
                    new Finding(
                        "Delivery", "event %s is on a topic and in no outbox".formatted(id)))
            .toList();
    await()
        .pollInSameThread()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(oracle.look().findings()).containsExactlyInAnyOrderElementsOf(expected));
  }

  private static void awaitThatAllEnd() {
    waitFor(
        () ->
            market.states().values().stream()
                .allMatch(List.of(CONFIRMED, CANCELLED, REFUNDED)::contains));
  }

  private static void awaitThatAllIsDone() {
    waitFor(
        () ->
            Stream.of(Participant.values())
                .allMatch(service -> market.left(service.label()).isEmpty()));
  }

  private static Set<Integer> states(List<UUID> orders) {
    var states = market.states();
    return orders.stream().map(states::get).collect(Collectors.toSet());
  }

  private static long debited(List<UUID> orders) {
    return stage
        .database("account")
        .sql("SELECT count(*) FROM payment WHERE state = 1 AND order_id = ANY (?)")
        .param(orders.toArray(UUID[]::new))
        .query(Long.class)
        .single();
  }

  private static Map<String, Long> balances() {
    return stage
        .database("account")
        .sql("SELECT customer_id, balance_minor FROM account")
        .query((row, number) -> Map.entry(row.getString(1), row.getLong(2)))
        .list()
        .stream()
        .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static Map<String, Long> stock() {
    return stage
        .database("inventory")
        .sql("SELECT sku, on_hand - reserved FROM stock")
        .query((row, number) -> Map.entry(row.getString(1), row.getLong(2)))
        .list()
        .stream()
        .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static Set<UUID> outbox(Participant service) {
    return stage.database(service.label()).sql("SELECT id FROM outbox").query(UUID.class).set();
  }

  private static Database database(Participant service) {
    return system.addresses().database(service);
  }

  private static String own(String customer) {
    return "only-for-" + customer;
  }

  private static List<String> names(String kind, int count) {
    return IntStream.range(0, count).mapToObj(i -> kind + "-" + i).toList();
  }

  private static void waitFor(Callable<Boolean> condition) {
    await().pollInSameThread().atMost(PATIENCE).until(condition);
  }
}
