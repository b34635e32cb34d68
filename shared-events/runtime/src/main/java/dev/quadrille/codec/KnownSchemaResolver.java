package dev.quadrille.codec;

import dev.quadrille.contracts.EventType;
import io.apicurio.registry.resolver.AbstractSchemaResolver;
import io.apicurio.registry.resolver.ParsedSchema;
import io.apicurio.registry.resolver.ParsedSchemaImpl;
import io.apicurio.registry.resolver.SchemaLookupResult;
import io.apicurio.registry.resolver.SchemaParser;
import io.apicurio.registry.resolver.data.Record;
import io.apicurio.registry.resolver.strategy.ArtifactReference;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/**
 * Gives Apicurio's serde the subjects and ids of {@link KnownSchemas}.
 *
 * <p>Its own resolver names subjects otherwise, forgets ids after a while, and brings a second HTTP
 * client that has no time-out and logs each failure.
 */
final class KnownSchemaResolver extends AbstractSchemaResolver<Schema, SpecificRecord> {
  private final KnownSchemas schemas;

  KnownSchemaResolver(KnownSchemas schemas) {
    this.schemas = schemas;
  }

  /** Takes the parser alone: the rest of the settings is about that client and its cache. */
  @Override
  public void configure(Map<String, ?> settings, SchemaParser<Schema, SpecificRecord> parser) {
    schemaParser = parser;
  }

  @Override
  public SchemaLookupResult<Schema> resolveSchema(Record<SpecificRecord> event) {
    var type = EventType.of(event.payload());
    return result(schemas.id(type), type.schema());
  }

  @Override
  public SchemaLookupResult<Schema> resolveSchemaByArtifactReference(ArtifactReference reference) {
    var id = Math.toIntExact(reference.getContentId());
    return result(id, schemas.writer(id));
  }

  private static SchemaLookupResult<Schema> result(int id, Schema schema) {
    ParsedSchema<Schema> parsed =
        new ParsedSchemaImpl<Schema>()
            .setParsedSchema(schema)
            .setReferenceName(schema.getFullName())
            .setRawSchema(schema.toString().getBytes(StandardCharsets.UTF_8));
    return SchemaLookupResult.<Schema>builder().contentId(id).parsedSchema(parsed).build();
  }
}
