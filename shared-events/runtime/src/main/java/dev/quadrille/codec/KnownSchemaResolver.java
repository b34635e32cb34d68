package dev.quadrille.codec;

import dev.quadrille.contracts.EventType;
import io.apicurio.registry.resolver.ParsedSchema;
import io.apicurio.registry.resolver.ParsedSchemaImpl;
import io.apicurio.registry.resolver.SchemaLookupResult;
import io.apicurio.registry.resolver.SchemaParser;
import io.apicurio.registry.resolver.SchemaResolver;
import io.apicurio.registry.resolver.client.RegistryClientFacade;
import io.apicurio.registry.resolver.data.Record;
import io.apicurio.registry.resolver.strategy.ArtifactReference;
import io.apicurio.registry.resolver.strategy.ArtifactReferenceResolverStrategy;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Gives Apicurio's serde the subjects and ids of {@link KnownSchemas}.
 *
 * <p>Its own resolver names subjects otherwise, forgets ids after a while, and brings a second HTTP
 * client that has no time-out and logs each failure.
 */
final class KnownSchemaResolver implements SchemaResolver<Schema, SpecificRecord> {
  private final KnownSchemas schemas;
  private @Nullable SchemaParser<Schema, SpecificRecord> parser;

  KnownSchemaResolver(KnownSchemas schemas) {
    this.schemas = schemas;
  }

  @Override
  public void configure(Map<String, ?> settings, SchemaParser<Schema, SpecificRecord> parser) {
    this.parser = parser;
  }

  @Override
  public SchemaParser<Schema, SpecificRecord> getSchemaParser() {
    return Objects.requireNonNull(parser);
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

  @Override
  public void setClientFacade(RegistryClientFacade facade) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void setArtifactResolverStrategy(
      ArtifactReferenceResolverStrategy<Schema, SpecificRecord> strategy) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void reset() {
    // Nothing is kept here.
  }

  @Override
  public void close() {
    // Nothing is open here.
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
