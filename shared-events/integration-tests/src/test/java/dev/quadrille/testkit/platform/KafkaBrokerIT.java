package dev.quadrille.testkit.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class KafkaBrokerIT {

  private static final int PORT = Ports.free();

  private static KafkaBroker broker;

  @BeforeAll
  static void start() {
    broker = new KafkaBroker(WorkDirectory.temporary(), PORT).start();
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Test
  void keepsRecordsWhenItIsKilledAndStartedAgain() throws Exception {
    broker.createTopics(List.of("kept"), 2);
    send("kept", "before");

    broker.kill();
    assertThat(broker.isRunning()).isFalse();
    broker.start();
    send("kept", "after");

    assertThat(received("kept", 2)).containsExactlyInAnyOrder("before", "after");
  }

  @Test
  void createsTopicsOnce() throws Exception {
    broker.createTopics(List.of("first"), 1);
    send("first", "hello");

    broker.createTopics(List.of("first", "second"), 1);

    assertThat(received("first", 1)).containsExactly("hello");
  }

  @Test
  void createsNoTopicByItself() {
    assertThatThrownBy(() -> send("unknown", "lost"))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("unknown not present");
  }

  @Test
  void canBeCutOffFromItsClients() throws Exception {
    int port = Ports.free();
    try (var link = NetworkLink.to(port);
        var remote = new KafkaBroker(WorkDirectory.temporary(), port)) {
      remote.with("advertised.listeners", "PLAINTEXT://127.0.0.1:" + link.port()).start();
      remote.createTopics(List.of("remote"), 1);
      link.cut();

      assertThatThrownBy(() -> send(link.port(), "remote", "lost"))
          .isInstanceOf(ExecutionException.class);
      link.restore();

      send(link.port(), "remote", "arrived");
    }
  }

  private static void send(String topic, String value) throws Exception {
    send(PORT, topic, value);
  }

  private static void send(int port, String topic, String value) throws Exception {
    var settings =
        Map.<String, Object>of("bootstrap.servers", "127.0.0.1:" + port, "max.block.ms", 5_000);
    try (var producer =
        new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
      producer.send(new ProducerRecord<>(topic, value)).get(30, TimeUnit.SECONDS);
    }
  }

  private static List<String> received(String topic, int expected) {
    var settings =
        Map.<String, Object>of(
            "bootstrap.servers",
            broker.bootstrapServers(),
            "group.id",
            topic,
            "auto.offset.reset",
            "earliest");
    var values = new ArrayList<String>();
    try (var consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      consumer.subscribe(List.of(topic));
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () -> {
                consumer.poll(Duration.ofMillis(100)).forEach(each -> values.add(each.value()));
                return values.size() >= expected;
              });
    }
    return values;
  }
}
