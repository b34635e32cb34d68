package dev.quadrille.relay;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;

/** A topic of the shared platform that does not take every size. */
record LimitedTopic(String name) {

  LimitedTopic {
    RelayFixture.PLATFORM.createTopics(3, name);
  }

  /** Takes batches of up to so many bytes from now on. */
  LimitedTopic limitTo(int bytes) {
    var limit =
        new AlterConfigOp(
            new ConfigEntry("max.message.bytes", String.valueOf(bytes)), AlterConfigOp.OpType.SET);
    var topic = new ConfigResource(ConfigResource.Type.TOPIC, name);
    try (var admin =
        Admin.create(Map.of("bootstrap.servers", RelayFixture.PLATFORM.bootstrapServers()))) {
      admin.incrementalAlterConfigs(Map.of(topic, List.of(limit))).all().get();
      return this;
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }
}
