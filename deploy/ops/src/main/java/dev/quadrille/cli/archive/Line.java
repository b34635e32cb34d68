package dev.quadrille.cli.archive;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A line of an archive: one of its members is there. The first line is a head, schemas stand before
 * the records that were written with them.
 */
record Line(@Nullable Head head, @Nullable WriterSchema schema, @Nullable Kept record) {

  static Line of(Head head) {
    return new Line(head, null, null);
  }

  static Line of(WriterSchema schema) {
    return new Line(null, schema, null);
  }

  static Line of(Kept record) {
    return new Line(null, null, record);
  }

  /**
   * What the file is.
   *
   * @param quadrilleArchive version of the format
   * @param masked whether other texts stand where a text may be personal
   * @param unseen what belongs to the window, or may, and could not be seen: a sentence each
   */
  record Head(int quadrilleArchive, Instant exportedAt, boolean masked, List<String> unseen) {
    static final int VERSION = 1;
  }

  /**
   * A schema.
   *
   * @param id in the registry that it comes from
   * @param text as Avro writes it in JSON
   */
  record WriterSchema(int id, String text) {}

  /**
   * A record.
   *
   * @param timestamp in milliseconds
   * @param key null if it had none
   * @param value as it was, head included, or masked; null if it had none
   */
  record Kept(
      String topic,
      int partition,
      long offset,
      long timestamp,
      byte @Nullable [] key,
      byte @Nullable [] value,
      List<Header> headers) {}

  /** A header; there may be several of a name. */
  record Header(String name, byte @Nullable [] value) {}
}
