package dev.quadrille.cli.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quadrille.cli.archive.Line.Head;
import dev.quadrille.cli.archive.Line.Header;
import dev.quadrille.cli.archive.Line.Kept;
import dev.quadrille.cli.archive.Line.WriterSchema;
import dev.quadrille.cli.connection.RefusedException;
import dev.quadrille.cli.connection.TargetSystem;
import dev.quadrille.cli.replay.Chosen;
import dev.quadrille.codec.EventSchemas;
import dev.quadrille.codec.UnreadableEventException;
import dev.quadrille.codec.WireHead;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Writes records and their schemas into a file: one JSON object a line. */
public final class Export {
  private static final JsonMapper JSON = JsonMapper.shared();

  private final EventSchemas schemas;
  private final @Nullable Masking masking;
  private final Set<Integer> written = new HashSet<>();

  private Export(EventSchemas schemas, @Nullable Masking masking) {
    this.schemas = schemas;
    this.masking = masking;
  }

  /** One that puts other texts where a text may be personal. */
  public static Export masked(TargetSystem system) {
    return new Export(system.schemas(), new Masking(system.mask()));
  }

  /** One that shows everything. */
  public static Export revealing(TargetSystem system) {
    return new Export(system.schemas(), null);
  }

  /**
   * Writes them. The file is there when all are in it, or not at all.
   *
   * @param file compressed if its name ends in {@code .gz}
   * @throws RefusedException if the file cannot be written
   */
  public Exported write(Chosen chosen, Path file) {
    var unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
    try {
      try (var out = new BufferedWriter(new OutputStreamWriter(open(unfinished, file), UTF_8))) {
        var head = new Head(Head.VERSION, Instant.now(), masking != null, chosen.unseen());
        line(out, Line.of(head));
        for (var record : chosen.records()) {
          schema(out, record.value());
          var kept = kept(record);
          line(out, Line.of(masking == null ? kept : masking.masked(kept)));
        }
      }
      Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new RefusedException("%s cannot be written: %s".formatted(file, e));
    }
    return new Exported(
        file.toString(),
        chosen.records().size(),
        written.size(),
        masking == null ? 0 : masking.blanked(),
        chosen.unseen());
  }

  private static OutputStream open(Path unfinished, Path file) throws IOException {
    var out = Files.newOutputStream(unfinished);
    return file.toString().endsWith(".gz") ? new GZIPOutputStream(out) : out;
  }

  private void schema(Writer out, byte @Nullable [] value) throws IOException {
    try {
      var id = WireHead.schemaId(value);
      var text = written.contains(id) ? null : schemas.text(id).orElse(null);
      if (text != null) {
        written.add(id);
        line(out, Line.of(new WriterSchema(id, text)));
      }
    } catch (UnreadableEventException e) {
      // Poison names none.
    }
  }

  private static void line(Writer out, Line line) throws IOException {
    out.write(JSON.writeValueAsString(line));
    out.write('\n');
  }

  private static Kept kept(ConsumerRecord<byte[], byte[]> record) {
    return new Kept(
        record.topic(),
        record.partition(),
        record.offset(),
        record.timestamp(),
        record.key(),
        record.value(),
        Arrays.stream(record.headers().toArray())
            .map(header -> new Header(header.key(), header.value()))
            .toList());
  }

  /**
   * What is in the file.
   *
   * @param blanked values that could not be read, and so not be masked, and are not in it
   * @param unseen what belongs to the window, or may, and could not be seen: a sentence each
   */
  public record Exported(
      String file, long records, int schemas, long blanked, List<String> unseen) {}
}
