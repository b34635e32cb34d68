package dev.quadrille.codec;

import dev.quadrille.contracts.EventRules;
import dev.quadrille.contracts.EventType;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.avro.Schema;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Between events and the registry's wire format: magic 0, the schema's id in 4 bytes, Avro binary.
 *
 * <p>The bytes are made and read by whatever Kafka serde the settings name. Whether a failure is
 * the event's or the registry's is decided here, for serdes do not tell. Safe for use by several
 * threads. The registry is asked once for each schema id; by a serde with a client of its own, once
 * more when its login has changed.
 */
public final class EventCodec {
  private final KnownSchemas schemas;
  private final RegistrySerdes serdes;
  private final EventDatumProvider plain = new EventDatumProvider();

  EventCodec(KnownSchemas schemas, RegistrySerdes serdes) {
    this.schemas = schemas;
    this.serdes = serdes;
  }

  /**
   * Writes an event.
   *
   * @throws IllegalArgumentException if the event is not in the catalogue or breaks a rule of its
   *     schema
   * @throws RegistryUnavailableException if the registry had to be asked and could not answer
   */
  public byte[] encode(SpecificRecord event) {
    var type = EventType.of(event);
    EventRules.violation(event)
        .ifPresent(
            rule -> {
              throw new IllegalArgumentException(type.wireName() + " breaks a rule: " + rule);
            });
    return write(type, event);
  }

  /**
   * Reads an event.
   *
   * @param type what the record's header says it is
   * @param value the record's value as it came
   * @throws UnreadableEventException if the bytes are not a whole and valid event of that type
   * @throws RegistryUnavailableException if the registry had to be asked and could not answer
   */
  public SpecificRecord decode(EventType type, byte @Nullable [] value) {
    var writer = schemas.writer(WireHead.schemaId(value));
    if (!writer.getFullName().equals(type.wireName())) {
      throw new UnreadableEventException(
          "announced as " + type.wireName() + ", written as " + writer.getFullName());
    }
    AvroBody.requireWhole(writer, value, WireHead.LENGTH);
    var event = read(type, writer, value);
    EventRules.violation(event)
        .ifPresent(
            rule -> {
              throw new UnreadableEventException("breaks a rule: " + rule);
            });
    return event;
  }

  /**
   * The value that says the same in the plainest bytes. Avro leaves its writers some freedom, such
   * as how lists are cut into blocks, and libraries use it differently.
   *
   * @param value a readable value
   * @return itself if it is plain, as what we write
   */
  public byte[] plain(byte[] value) {
    var writer = schemas.writer(WireHead.schemaId(value));
    return AvroBody.requireWhole(writer, value, WireHead.LENGTH)
        ? value
        : AvroBody.rewritten(writer, value, WireHead.LENGTH);
  }

  /**
   * Writes and reads a specimen of a type: whatever codec and serde ask the registry for, they know
   * afterwards.
   *
   * @throws IllegalStateException if the serde of the settings does not write our wire format
   */
  void rehearse(EventType type) {
    var specimen = Specimen.of(type);
    var value = write(type, specimen);
    var id = schemas.id(type);
    if (WireHead.schemaId(value) != id) {
      throw new IllegalStateException(
          serdes.serializer().getClass().getName() + " does not write magic 0 and schema id " + id);
    }
    if (!read(type, type.schema(), value).equals(specimen)) {
      throw new IllegalStateException(
          serdes.deserializer().getClass().getName() + " does not read back " + type.wireName());
    }
  }

  private byte[] write(EventType type, SpecificRecord event) {
    schemas.id(type);
    try {
      return serdes.serializer().serialize(type.topic(), event);
    } catch (RuntimeException failure) {
      requireWritable(type, event);
      throw askedInVain(serdes.serializer(), failure, serdes::logOnAnewToWrite);
    }
  }

  private SpecificRecord read(EventType type, Schema writer, byte[] value) {
    try {
      return type.record().cast(serdes.deserializer().deserialize(type.topic(), value));
    } catch (RuntimeException failure) {
      requireReadable(writer, value);
      throw askedInVain(serdes.deserializer(), failure, serdes::logOnAnewToRead);
    }
  }

  private static RegistryUnavailableException askedInVain(
      Object serde, RuntimeException failure, Runnable logOnAnew) {
    var unavailable =
        new RegistryUnavailableException(
            serde.getClass().getSimpleName()
                + " fails where plain Avro does not: is the registry down, or does it not let us"
                + " in?",
            failure);
    try {
      logOnAnew.run();
    } catch (RuntimeException e) {
      unavailable.addSuppressed(e);
    }
    return unavailable;
  }

  /** Tries without the serde: where plain Avro fails, the event is at fault. */
  private void requireWritable(EventType type, SpecificRecord event) {
    try {
      var nowhere = EncoderFactory.get().directBinaryEncoder(OutputStream.nullOutputStream(), null);
      new SpecificDatumWriter<SpecificRecord>(type.schema()).write(event, nowhere);
    } catch (RuntimeException | IOException e) {
      throw new IllegalArgumentException(type.wireName() + " does not fit its schema", e);
    }
  }

  /** As {@link #requireWritable}, for reading. */
  private void requireReadable(Schema writer, byte[] value) {
    try {
      plain.read(writer, value, WireHead.LENGTH);
    } catch (RuntimeException | IOException e) {
      // Only the kind: the message may quote the value.
      throw new UnreadableEventException("not of its schema: " + e.getClass().getSimpleName());
    }
  }
}
