package dev.quadrille.cli.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quadrille.cli.archive.Line.Head;
import dev.quadrille.cli.archive.Line.Kept;
import dev.quadrille.cli.archive.Line.WriterSchema;
import dev.quadrille.cli.connection.OpsApi;
import dev.quadrille.cli.connection.RefusedException;
import dev.quadrille.cli.connection.TargetSystem;
import dev.quadrille.cli.topics.TopicAdmin;
import dev.quadrille.cli.topics.TopicWriter;
import dev.quadrille.codec.EventSchemas;
import dev.quadrille.codec.UnreadableEventException;
import dev.quadrille.codec.WireHead;
import dev.quadrille.contracts.EventHeaders;
import dev.quadrille.contracts.EventType;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Puts the records of an archive onto the topics of a test system. */
public final class Import {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final int BATCH = 500;
  private static final Set<String> TOPICS =
      Arrays.stream(EventType.values()).map(EventType::topic).collect(Collectors.toSet());

  private final TargetSystem system;
  private final EventSchemas schemas;
  private final String name;
  private final Map<Integer, String> texts = new HashMap<>();
  private final Map<String, Integer> adopted = new HashMap<>();

  /**
   * Into a system.
   *
   * @param name what each record's header says of where it comes from
   */
  public Import(TargetSystem system, String name) {
    this.system = system;
    this.schemas = system.schemas();
    this.name = name;
  }

  /**
   * Reads a file and sends all of it: same keys, headers, ids and timestamps, and the same
   * partitions as far as there are so many. Schemas are registered, and values name them as they
   * are called here.
   *
   * @return how many records, by topic
   * @throws RefusedException if the system is no test system, or the file no archive; nothing is
   *     sent from the first line on that makes no sense
   */
  public Map<String, Long> read(Path file) {
    new OpsApi(system).requireTestSystem();
    var counts = new TreeMap<String, Long>();
    try (var in = new BufferedReader(new InputStreamReader(open(file), UTF_8));
        var admin = new TopicAdmin(system.kafka());
        var writer = new TopicWriter(system.kafka())) {
      var there = Set.copyOf(admin.partitions(TOPICS));
      var batch = new ArrayList<ProducerRecord<byte[], byte[]>>();
      var number = 0;
      for (var text = in.readLine(); text != null; text = in.readLine()) {
        var record = record(parsed(file, text, ++number), there);
        if (record != null) {
          batch.add(record);
          counts.merge(record.topic(), 1L, Long::sum);
        }
        if (batch.size() == BATCH) {
          writer.send(batch);
          batch.clear();
        }
      }
      writer.send(batch);
      return counts;
    } catch (NoSuchFileException e) {
      throw new RefusedException("%s does not exist".formatted(file));
    } catch (IOException e) {
      throw new RefusedException("%s cannot be read: %s".formatted(file, e.getMessage()));
    }
  }

  private static InputStream open(Path file) throws IOException {
    var in = Files.newInputStream(file);
    return file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
  }

  private static Line parsed(Path file, String text, int number) {
    try {
      var line = JSON.readValue(text, Line.class);
      if (number == 1
          ? line.head() != null && line.head().quadrilleArchive() == Head.VERSION
          : line.schema() != null || isKnown(line.record())) {
        return line;
      }
    } catch (JacksonException e) {
      // As any other line that is none; without its text, which may be personal.
    }
    throw new RefusedException("%s is no archive, line %d".formatted(file, number));
  }

  private static boolean isKnown(@Nullable Kept record) {
    return record != null && TOPICS.contains(record.topic()) && record.headers() != null;
  }

  private @Nullable ProducerRecord<byte[], byte[]> record(Line line, Set<TopicPartition> there) {
    if (line.schema() != null) {
      remember(line.schema());
    }
    return line.record() == null ? null : record(line.record(), there);
  }

  private void remember(WriterSchema schema) {
    texts.put(schema.id(), schema.text());
  }

  private ProducerRecord<byte[], byte[]> record(Kept kept, Set<TopicPartition> there) {
    var partition =
        there.contains(new TopicPartition(kept.topic(), kept.partition())) || kept.key() == null
            ? Integer.valueOf(kept.partition())
            : null;
    var schemaId = schemaId(kept.value());
    var text = schemaId == null ? null : texts.get(schemaId);
    var value =
        text == null ? kept.value() : WireHead.with(adopted(kept.topic(), text), kept.value());
    var record = new ProducerRecord<>(kept.topic(), partition, kept.timestamp(), kept.key(), value);
    kept.headers().forEach(header -> record.headers().add(header.name(), header.value()));
    TopicWriter.replace(record, EventHeaders.REPLAY, name);
    if (schemaId != null) {
      TopicWriter.replace(record, EventHeaders.ORIGINAL_SCHEMA_ID, schemaId.toString());
    }
    return record;
  }

  private int adopted(String topic, String text) {
    return adopted.computeIfAbsent(topic + " " + text, none -> schemas.adopt(topic, text));
  }

  private static @Nullable Integer schemaId(byte @Nullable [] value) {
    try {
      return WireHead.schemaId(value);
    } catch (UnreadableEventException e) {
      return null;
    }
  }
}
