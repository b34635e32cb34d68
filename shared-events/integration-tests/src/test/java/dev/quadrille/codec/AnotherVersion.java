package dev.quadrille.codec;

import dev.quadrille.contracts.EventType;
import dev.quadrille.testkit.RunningService;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;

/** Events as another version of their sender writes them. */
public final class AnotherVersion {

  private AnotherVersion() {}

  /** A value under a schema id that the service has not seen yet. */
  public static byte[] of(RunningService service, SpecificRecord event) {
    var value = service.bean(EventCodec.class).encode(event);
    var doc = "\"doc\":\"" + UUID.randomUUID() + "\"";
    var schema = EventType.of(event).schema().toString().replaceFirst("\"doc\":\"[^\"]*\"", doc);
    var id =
        service
            .bean(RegistryClient.class)
            .register("elsewhere-" + UUID.randomUUID(), Wire.parse(schema));
    return Wire.value(id, Wire.body(value));
  }
}
