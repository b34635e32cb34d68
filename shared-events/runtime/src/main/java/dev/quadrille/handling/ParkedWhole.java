package dev.quadrille.handling;

import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * A parked event, whole. All of it but the summary and the journal may be personal.
 *
 * @param key the record's key; may be null, as its value
 * @param headers in the record's order
 * @param value the value as it came
 * @param edited the value that is attempted instead; null if there is none
 * @param event what is attempted; null if it cannot be read now
 * @param journal what people did about it, in the order of their doing
 */
public record ParkedWhole(
    ParkedSummary summary,
    byte @Nullable [] key,
    List<Header> headers,
    @Nullable Content value,
    @Nullable Content edited,
    @Nullable SpecificRecord event,
    List<JournalLine> journal) {

  /** The value of a record. */
  public record Content(byte[] bytes) {

    static @Nullable Content of(byte @Nullable [] bytes) {
      return bytes == null ? null : new Content(bytes);
    }

    /** SHA-256 in hexadecimal. */
    public String sha256() {
      return HexFormat.of().formatHex(EventDigest.of(bytes));
    }
  }

  /** A header of the record. */
  public record Header(String name, byte @Nullable [] value) {}

  /**
   * What somebody did.
   *
   * @param sha256 of the value that it was done with, in hexadecimal; null if there was none
   */
  public record JournalLine(
      Action action, @Nullable String sha256, String by, String why, Instant at) {}

  /** What people do about parked events. */
  public enum Action {
    /** Have it attempted as it is. */
    RETRY,
    /** Have another value attempted. */
    EDIT,
    /** Let it never have its effect. */
    DISCARD
  }
}
