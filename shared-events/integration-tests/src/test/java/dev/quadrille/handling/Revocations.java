package dev.quadrille.handling;

import static java.util.stream.Collectors.toSet;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.LoggerFactory;
import org.springframework.boot.logging.LoggingSystem;

/** The partitions that consumers in this JVM are asked to give up, as Kafka's client logs it. */
final class Revocations implements AutoCloseable {
  private static final Logger LOGGER =
      (Logger)
          LoggerFactory.getLogger(
              "org.apache.kafka.clients.consumer.internals.ConsumerRebalanceListenerInvoker");
  private static final Pattern PARTITION = Pattern.compile("([\\w.]+)-(\\d+)");

  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final String group;

  private Revocations(String group) {
    this.group = group;
  }

  /** Listens from now on. */
  static Revocations of(String group) {
    // Or the next context that starts takes all listeners away.
    System.setProperty(LoggingSystem.SYSTEM_PROPERTY, LoggingSystem.NONE);
    var revocations = new Revocations(group);
    revocations.lines.start();
    LOGGER.setLevel(Level.INFO);
    LOGGER.addAppender(revocations.lines);
    return revocations;
  }

  /** All so far. */
  Set<TopicPartition> partitions() {
    return List.copyOf(lines.list).stream()
        .map(ILoggingEvent::getFormattedMessage)
        .filter(line -> line.contains("groupId=" + group + "]"))
        .filter(line -> line.contains("] Revoke ") || line.contains("] Lost "))
        .map(line -> line.substring(line.indexOf("partitions")))
        .flatMap(line -> PARTITION.matcher(line).results())
        .map(found -> new TopicPartition(found.group(1), Integer.parseInt(found.group(2))))
        .collect(toSet());
  }

  @Override
  public void close() {
    LOGGER.detachAppender(lines);
    LOGGER.setLevel(null);
    System.clearProperty(LoggingSystem.SYSTEM_PROPERTY);
  }
}
