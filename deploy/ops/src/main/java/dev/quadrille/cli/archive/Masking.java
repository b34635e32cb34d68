package dev.quadrille.cli.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quadrille.cli.archive.Line.Header;
import dev.quadrille.cli.archive.Line.Kept;
import dev.quadrille.codec.EventMask;
import dev.quadrille.codec.WireHead;
import dev.quadrille.contracts.EventHeaders;
import java.util.Arrays;
import java.util.regex.Pattern;

/** Takes what may be personal out of records, and leaves them what they are to services. */
final class Masking {
  private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private final EventMask mask;
  private long blanked;

  Masking(EventMask mask) {
    this.mask = mask;
  }

  Kept masked(Kept record) {
    return new Kept(
        record.topic(),
        record.partition(),
        record.offset(),
        record.timestamp(),
        record.key() == null ? null : key(record.key()),
        record.value() == null ? null : value(record.value()),
        record.headers().stream().map(this::header).toList());
  }

  /** How many values could not be read, and hold nothing any more. */
  long blanked() {
    return blanked;
  }

  private byte[] key(byte[] key) {
    var text = new String(key, UTF_8);
    return ID.matcher(text).matches() ? key : mask.mask(text).getBytes(UTF_8);
  }

  // What cannot be read may say anything. It stays unreadable: an empty body is no event.
  private byte[] value(byte[] value) {
    return mask.mask(value)
        .orElseGet(
            () -> {
              blanked++;
              return Arrays.copyOf(value, Math.min(value.length, WireHead.LENGTH));
            });
  }

  private Header header(Header header) {
    return header.value() == null || EventHeaders.isImpersonal(header.name(), header.value())
        ? header
        : new Header(header.name(), mask.mask(new String(header.value(), UTF_8)).getBytes(UTF_8));
  }
}
