package dev.quadrille.handling;

import dev.quadrille.codec.EventCodec;
import dev.quadrille.codec.EventJson;
import dev.quadrille.handling.Delivery.Unreadable;
import dev.quadrille.state.Outcome;
import dev.quadrille.state.Refusal;
import java.util.Map;

/** Makes values that people want to have attempted; only such as can be read. */
final class ParkedEdits {
  private final EventReader reader;
  private final EventCodec codec;

  ParkedEdits(EventReader reader, EventCodec codec) {
    this.reader = reader;
    this.codec = codec;
  }

  /** The value that says this under the headers of a parked record. */
  Outcome<byte[]> value(ParkedRow row, Map<String, ?> event) {
    return EventReader.typeOf(row.record())
        .map(
            type -> {
              try {
                return value(row, codec.encode(EventJson.read(type, event)));
              } catch (IllegalArgumentException e) {
                return unreadable(String.valueOf(e.getMessage()));
              }
            })
        .orElseGet(() -> unreadable("the record does not name its type"));
  }

  /** The value, if it can be read under the headers of a parked record. */
  Outcome<byte[]> value(ParkedRow row, byte[] value) {
    return reader.read(row.carrying(value)) instanceof Unreadable poison
        ? unreadable(poison.detail())
        : Outcome.done(value);
  }

  private static Outcome<byte[]> unreadable(String detail) {
    return Outcome.refused(
        Refusal.conflict("unreadable-edit", "The edited event cannot be read: " + detail + "."));
  }
}
