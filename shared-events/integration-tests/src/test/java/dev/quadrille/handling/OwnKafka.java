package dev.quadrille.handling;

import dev.quadrille.testkit.RunningService;
import dev.quadrille.testkit.platform.KafkaBroker;
import dev.quadrille.testkit.platform.Platform;
import dev.quadrille.testkit.platform.Ports;
import dev.quadrille.testkit.platform.WorkDirectory;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;

/** A broker that tests of faults may break: one for all of them, as long as this JVM lives. */
final class OwnKafka {
  static final int PARTITIONS = 3;
  static final WorkDirectory DIRECTORY = WorkDirectory.temporary();
  static final int LOGIN_PORT = Ports.free();
  static final KafkaBroker BROKER =
      new KafkaBroker(DIRECTORY, Ports.free()).withLogin(LOGIN_PORT).start();
  static final Admin ADMIN = Admin.create(Map.of("bootstrap.servers", BROKER.bootstrapServers()));

  static {
    BROKER.createTopics(RunningService.topics(), PARTITIONS);
  }

  private OwnKafka() {}

  /** The shared platform with this broker. */
  static Platform platform() {
    return at(BROKER.bootstrapServers());
  }

  /** The same for those who log on. */
  static Platform platformBehindLogin() {
    return at("127.0.0.1:" + LOGIN_PORT);
  }

  private static Platform at(String bootstrapServers) {
    return Platform.shared().with(bootstrapServers, Platform.shared().registryUrl());
  }
}
