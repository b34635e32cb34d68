package dev.quadrille.openapi;

import dev.quadrille.web.CurrencyCode;
import dev.quadrille.web.Text;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.core.util.Json;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.annotation.Annotation;
import java.lang.reflect.RecordComponent;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Records as they are read and shown: what is not nullable is always there, what is may be null;
 * and our own constraints.
 */
final class DescribedRecords implements ModelConverter {

  @Override
  public boolean isOpenapi31() {
    return true;
  }

  @Override
  public @Nullable Schema<?> resolve(
      AnnotatedType type, ModelConverterContext context, Iterator<ModelConverter> others) {
    if (!others.hasNext()) {
      return null;
    }
    Schema<?> schema = others.next().resolve(type, context, others);
    var java = Json.mapper().constructType(type.getType()).getRawClass();
    if (schema != null && java.isRecord()) {
      var model = model(schema, context);
      Stream.of(java.getRecordComponents()).forEach(component -> describe(model, component));
    }
    return schema;
  }

  private static Schema<?> model(Schema<?> schema, ModelConverterContext context) {
    var reference = schema.get$ref();
    return reference == null
        ? schema
        : context.getDefinedModels().get(reference.substring(reference.lastIndexOf('/') + 1));
  }

  private static void describe(Schema<?> model, RecordComponent component) {
    var name = component.getName();
    Schema<?> property = model.getProperties() == null ? null : model.getProperties().get(name);
    if (property == null) {
      return;
    }
    if (component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
      model.addProperty(name, orNull(property));
    } else if (model.getRequired() == null || !model.getRequired().contains(name)) {
      model.addRequiredItem(name);
    }
    constrain(property, component);
  }

  /** The same again when it is told so twice. */
  private static Schema<?> orNull(Schema<?> property) {
    if (property.getAnyOf() != null) {
      return property;
    }
    if (property.get$ref() == null) {
      property.addType("null");
      if (property.getEnum() != null && !property.getEnum().contains(null)) {
        property.getEnum().add(null);
      }
      return property;
    }
    var none = new Schema<>();
    none.addType("null");
    return new Schema<>().anyOf(List.of(property, none));
  }

  private static void constrain(Schema<?> property, RecordComponent component) {
    // These go to the field, not to the component.
    if (annotated(component, Text.class)) {
      property.setMinLength(1);
      property.setMaxLength(255);
    }
    if (annotated(component, CurrencyCode.class)) {
      property.setPattern("[A-Z]{3}");
    }
    Frame.matchWhole(property);
  }

  private static boolean annotated(RecordComponent component, Class<? extends Annotation> type) {
    try {
      return component
          .getDeclaringRecord()
          .getDeclaredField(component.getName())
          .isAnnotationPresent(type);
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException("a record without a field for " + component, e);
    }
  }
}
