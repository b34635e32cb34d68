package dev.quadrille.cli.replay;

import dev.quadrille.cli.connection.RefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * How far a replay is, in a file, so that one that was interrupted goes on where it was. Kafka has
 * acknowledged what it counts; the records between two notes may be sent twice, under the same ids.
 */
final class Progress {
  private static final JsonMapper JSON = JsonMapper.shared();

  private final Path file;
  private final Note begun;

  private Progress(Path file, Note begun) {
    this.file = file;
    this.begun = begun;
  }

  /**
   * That of a replay, which may have begun.
   *
   * @param directory where notes are kept
   * @throws RefusedException if a replay of that name has begun with other records
   */
  static Progress of(Path directory, String name, List<ConsumerRecord<byte[], byte[]>> records) {
    var file = directory.resolve("replay-" + name + ".json");
    var noted = read(file);
    if (noted.isEmpty()) {
      return new Progress(file, new Note(ends(records), 0));
    }
    var before = records.stream().filter(record -> noted.get().had(record)).count();
    if (before < noted.get().sent()) {
      throw new RefusedException(
          "a replay named %s has begun with other records; take another name".formatted(name));
    }
    return new Progress(file, noted.get());
  }

  /** Those that are left. What came to the topics since it began, such as its own, is not. */
  List<ConsumerRecord<byte[], byte[]>> left(List<ConsumerRecord<byte[], byte[]>> records) {
    return records.stream().filter(begun::had).skip(begun.sent()).toList();
  }

  /** How many an earlier run has sent. */
  long sent() {
    return begun.sent();
  }

  /** Notes that so many more have been sent. */
  void sent(long more) {
    try {
      Files.createDirectories(file.getParent());
      var unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
      Files.writeString(
          unfinished, JSON.writeValueAsString(new Note(begun.ends(), begun.sent() + more)));
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot note how far it is in " + file, e);
    }
  }

  /** Forgets it: all is sent. */
  void over() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + file, e);
    }
  }

  private static Optional<Note> read(Path file) {
    try {
      return Files.exists(file)
          ? Optional.of(JSON.readValue(Files.readString(file), Note.class))
          : Optional.empty();
    } catch (IOException | JacksonException e) {
      throw new RefusedException("%s cannot be read: %s".formatted(file, e.getMessage()));
    }
  }

  private static Map<String, Long> ends(List<ConsumerRecord<byte[], byte[]>> records) {
    var ends = new HashMap<String, Long>();
    records.forEach(record -> ends.merge(partition(record), record.offset() + 1, Math::max));
    return ends;
  }

  private static String partition(ConsumerRecord<?, ?> record) {
    return record.topic() + "-" + record.partition();
  }

  /**
   * What is kept.
   *
   * @param ends for each partition the first offset that did not belong when it began
   * @param sent how many were acknowledged
   */
  record Note(Map<String, Long> ends, long sent) {

    boolean had(ConsumerRecord<?, ?> record) {
      return record.offset() < ends.getOrDefault(partition(record), 0L);
    }
  }
}
