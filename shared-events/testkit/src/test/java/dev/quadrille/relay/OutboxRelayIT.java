package dev.quadrille.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.testkit.platform.Platform;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OutboxRelayIT {
  private static final Platform PLATFORM = Platform.shared();
  private static final UUID ORDER = UUID.randomUUID();
  private static final Duration SOON = Duration.ofSeconds(20);

  private Outbox outbox;
  private TopicReader topic;

  @BeforeEach
  void prepare() {
    var name = "relay_" + Long.toHexString(System.nanoTime());
    PLATFORM.createTopics(3, name);
    outbox = new Outbox(PLATFORM.newDatabase("relay"), name);
    topic = new TopicReader(PLATFORM.bootstrapServers(), name);
  }

  @AfterEach
  void drop() {
    topic.close();
    PLATFORM.drop(outbox.database());
  }

  @Test
  void relaysInCommitOrderWithCloudEventHeaders() {
    try (var relay = relay().start()) {
      var before = outbox.append(ORDER, 20);
      await().atMost(SOON).until(relay::streams);
      var after = outbox.append(ORDER, 20);

      await().atMost(SOON).until(() -> topic.idsOf(ORDER).size() == 40);
      assertThat(topic.idsOf(ORDER)).startsWith(before.get(0)).endsWith(after.get(19));
      assertThat(topic.idsOf(ORDER).subList(0, 20)).isEqualTo(before);
      assertThat(topic.idsOf(ORDER).subList(20, 40)).isEqualTo(after);
      assertThat(relay.gaps()).isEqualTo(1);
    }
  }

  private TestRelay relay() {
    return new TestRelay(outbox.database(), PLATFORM.bootstrapServers());
  }
}
