package dev.quadrille.testkit.platform;

import java.io.FileReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import kafka.Kafka;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;

/**
 * The process behind {@link KafkaBroker}: formats its storage the first time and serves, in one JVM
 * instead of two.
 */
final class BrokerMain {

  private BrokerMain() {}

  public static void main(String[] arguments) throws IOException {
    String file = arguments[0];
    if (!isFormatted(file)) {
      String[] format = {"format", "--cluster-id", Uuid.randomUuid().toString(), "--config", file};
      if (StorageTool.execute(format, System.out) != 0) {
        System.exit(1);
      }
    }
    Kafka.main(arguments);
  }

  private static boolean isFormatted(String file) throws IOException {
    var settings = new Properties();
    try (var reader = new FileReader(file, StandardCharsets.UTF_8)) {
      settings.load(reader);
    }
    return Files.exists(Path.of(settings.getProperty("log.dirs"), "meta.properties"));
  }
}
