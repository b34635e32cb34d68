package dev.quadrille.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.contracts.EventHeaders;
import dev.quadrille.contracts.EventType;
import dev.quadrille.contracts.Lane;
import dev.quadrille.local.LocalSystem;
import dev.quadrille.local.Participant;
import dev.quadrille.testkit.HttpCaller;
import dev.quadrille.testkit.oracle.TopicReader;
import dev.quadrille.testkit.platform.SchemaRegistry;
import dev.quadrille.testkit.platform.WorkDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A shop of its own in a whole system, and somebody who breaks it. */
final class Corner {
  private static final int PARTITIONS = 6;
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration TOKEN_LASTS = Duration.ofHours(1);

  private final LocalSystem system;
  private final OtlpReceiver traces;
  private final String merchant = "corner-" + UUID.randomUUID();
  private final String customer = "customer-" + UUID.randomUUID();
  private final String account;
  private final Path target;

  /** One customer with money for ten thousand pots of tea, and as much tea. */
  Corner(LocalSystem system, OtlpReceiver traces) {
    this.system = system;
    this.traces = traces;
    post(Participant.INVENTORY, "/stock/tea/receipts", "{\"quantity\": 10000}");
    account =
        post(
                Participant.ACCOUNT,
                "/accounts",
                "{\"customerId\": \"%s\", \"currency\": \"EUR\"}".formatted(customer))
            .header("Location");
    post(Participant.ACCOUNT, account + "/deposits", "{\"amountMinor\": 5000000}");
    target = describe(WorkDirectory.temporary().path());
  }

  /** A connection file that describes the system. */
  Path target() {
    return target;
  }

  /** A connection file in which something else, that answers HTTP, stands for order. */
  Path targetWhoseOrderServiceKnowsNoFaults() {
    try {
      var yaml =
          Files.readString(target)
              .replace(
                  system.addresses().url(Participant.ORDER).toString(),
                  system.addresses().registry().toString());
      return Files.writeString(target.resolveSibling("other.yml"), yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where the spans of the system come together. */
  OtlpReceiver traces() {
    return traces;
  }

  /** Who buys here. */
  String customer() {
    return customer;
  }

  /** The schema registry, which can go and come. */
  SchemaRegistry registry() {
    return system.platform().registry();
  }

  /** What a database says. */
  String ask(Participant service, String sql) {
    return system.addresses().database(service).ask(sql);
  }

  /** Settings of Kafka's clients. */
  Map<String, Object> kafka() {
    return Map.of(
        CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, system.addresses().bootstrapServers());
  }

  /** The records of an order on all topics. */
  List<ConsumerRecord<byte[], byte[]>> records(UUID order) {
    return new TopicReader(system.addresses().bootstrapServers())
        .records().stream()
            .filter(record -> Arrays.equals(record.key(), bytes(order.toString())))
            .toList();
  }

  private Path describe(Path directory) {
    var addresses = system.addresses();
    var yaml =
        new StringBuilder(
                "kafka: {bootstrap.servers: \"%s\"}%n".formatted(addresses.bootstrapServers()))
            .append("registry: %s%n".formatted(addresses.ccompat()))
            .append("token: %s%nservices:%n".formatted(system.tokens().ops(TOKEN_LASTS)));
    for (var service : Participant.values()) {
      var database = addresses.database(service);
      yaml.append(
          "  %s: {url: \"%s\", database: {url: \"%s\", user: %s, password: \"\"}}%n"
              .formatted(
                  service.label(), addresses.url(service), database.jdbcUrl(), database.user()));
    }
    try {
      return Files.writeString(directory.resolve("system.yml"), yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Orders a pot of tea. */
  UUID order() {
    return orderId(post(Participant.ORDER, "/orders", tea()));
  }

  /** Orders a pot of tea as a part of a trace. */
  UUID order(String traceparent) {
    return orderId(
        caller(Participant.ORDER)
            .send(
                "/orders",
                request ->
                    request
                        .header("Content-Type", "application/json")
                        .header("Idempotency-Key", UUID.randomUUID().toString())
                        .header("traceparent", traceparent)
                        .POST(BodyPublishers.ofString(tea()))));
  }

  private String tea() {
    return """
    {"merchantOrderNo": "%s", "customerId": "%s", "currency": "EUR",
     "lines": [{"sku": "tea", "quantity": 1, "unitPriceMinor": 500}]}
    """
        .formatted(UUID.randomUUID(), customer);
  }

  private static UUID orderId(HttpCaller.Answer order) {
    return UUID.fromString(order.text("orderId"));
  }

  void cancel(UUID order) {
    post(Participant.ORDER, "/orders/" + order + "/cancellation", "");
  }

  void refund(UUID order) {
    post(Participant.ORDER, "/orders/" + order + "/refund", "");
  }

  void freeze() {
    post(Participant.ACCOUNT, account + "/freeze", "");
  }

  void unfreeze() {
    post(Participant.ACCOUNT, account + "/unfreeze", "");
  }

  void pause(Participant service, Lane lane) {
    post(service, "/ops/lanes/" + lane.label() + "/pause", "");
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                caller(service)
                    .get("/ops/lanes/" + lane.label())
                    .body()
                    .path("paused")
                    .asBoolean());
  }

  void resume(Participant service, Lane lane) {
    post(service, "/ops/lanes/" + lane.label() + "/resume", "");
  }

  void awaitStatus(UUID order, String status) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(caller(Participant.ORDER).get("/orders/" + order).text("status"))
                    .isEqualTo(status));
  }

  /** Waits until a database says so. */
  void awaitAnswer(Participant service, String sql, Predicate<String> said) {
    await(sql).atMost(PATIENCE).until(() -> system.addresses().database(service).ask(sql), said);
  }

  void execute(Participant service, String sql) {
    system.addresses().database(service).execute(sql);
  }

  /** Puts a record that nobody can read under an order's key. */
  void publish(UUID order, EventType type, UUID id, byte[] value) {
    try (var producer =
        new KafkaProducer<>(kafka(), new ByteArraySerializer(), new ByteArraySerializer())) {
      var record = new ProducerRecord<>(type.topic(), bytes(order.toString()), value);
      record.headers().add(EventHeaders.ID, bytes(id.toString()));
      record.headers().add(EventHeaders.TYPE, bytes(type.wireName()));
      producer.send(record);
    }
  }

  /** Makes a topic of one partition. */
  void createTopic(String topic) {
    change(admin -> admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all());
  }

  /** Lets a topic lose all that it holds. */
  void lose(String topic) {
    var all = new HashMap<TopicPartition, RecordsToDelete>();
    for (var partition = 0; partition < PARTITIONS; partition++) {
      all.put(new TopicPartition(topic, partition), RecordsToDelete.beforeOffset(-1));
    }
    change(admin -> admin.deleteRecords(all).all());
  }

  private void change(Function<Admin, KafkaFuture<Void>> how) {
    try (var admin = Admin.create(kafka())) {
      how.apply(admin).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private HttpCaller.Answer post(Participant service, String path, String body) {
    var answer = caller(service).post(path, body);
    assertThat(answer.status()).as("%s: %s", path, answer.body()).isBetween(200, 202);
    return answer;
  }

  private HttpCaller caller(Participant service) {
    var both =
        system
            .tokens()
            .token(
                TOKEN_LASTS,
                claims ->
                    claims.subject(merchant).claim("merchant_id", merchant).claim("scope", "ops"));
    return new HttpCaller(system.addresses().url(service), both);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
