package dev.quadrille.codec;

import dev.quadrille.contracts.EventType;
import io.apicurio.registry.serde.avro.AvroDatumProvider;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;

/**
 * Readers and writers for Apicurio's serde, which makes it by reflection: hence public.
 *
 * <p>Its own provider derives a fingerprint of the whole schema for every event, which takes longer
 * than the event itself.
 */
public final class EventDatumProvider implements AvroDatumProvider<SpecificRecord> {
  private final Map<Schema, DatumReader<SpecificRecord>> readers = new ConcurrentHashMap<>();
  private final Map<Class<?>, DatumWriter<SpecificRecord>> writers = new ConcurrentHashMap<>();

  @Override
  public Schema toSchema(SpecificRecord event) {
    return event.getSchema();
  }

  @Override
  public DatumWriter<SpecificRecord> createDatumWriter(SpecificRecord event, Schema schema) {
    return writers.computeIfAbsent(event.getClass(), type -> new SpecificDatumWriter<>(schema));
  }

  @Override
  public DatumReader<SpecificRecord> createDatumReader(Schema writer) {
    return readers.computeIfAbsent(writer, EventDatumProvider::reader);
  }

  /** Reads without a serde. */
  SpecificRecord read(Schema writer, byte[] bytes, int from) throws IOException {
    var decoder = DecoderFactory.get().binaryDecoder(bytes, from, bytes.length - from, null);
    return createDatumReader(writer).read(null, decoder);
  }

  private static DatumReader<SpecificRecord> reader(Schema writer) {
    var type =
        EventType.named(writer.getFullName())
            .orElseThrow(() -> new IllegalArgumentException(writer.getFullName() + " is no event"));
    return new SpecificDatumReader<>(writer, type.schema());
  }
}
