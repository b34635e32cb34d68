package dev.quadrille.web;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.module.SimpleModule;

/**
 * Whole numbers as JSON knows them: 500, 500.0 and 5e2 are the same; 500.5, "500" and what does not
 * fit are refused, never rounded and never coerced.
 */
final class ExactNumbers extends SimpleModule {

  ExactNumbers() {
    super("exact-numbers");
    addDeserializer(Long.class, new Exact<>(Long.class));
    addDeserializer(Long.TYPE, new Exact<>(Long.class));
    addDeserializer(Integer.class, new Exact<>(Integer.class));
    addDeserializer(Integer.TYPE, new Exact<>(Integer.class));
  }

  private static final class Exact<N extends Number> extends StdDeserializer<N> {
    private final Class<N> type;

    private Exact(Class<N> type) {
      super(type);
      this.type = type;
    }

    @Override
    public N deserialize(JsonParser parser, DeserializationContext context) {
      var token = parser.currentToken();
      if (token != JsonToken.VALUE_NUMBER_INT && token != JsonToken.VALUE_NUMBER_FLOAT) {
        return type.cast(context.handleUnexpectedToken(context.constructType(type), parser));
      }
      try {
        var number = parser.getDecimalValue();
        return type.cast(
            type == Long.class
                ? (Number) number.longValueExact()
                : (Number) number.intValueExact());
      } catch (ArithmeticException e) {
        return type.cast(
            context.handleWeirdNumberValue(
                type, parser.getNumberValue(), "not a whole number in range"));
      }
    }
  }
}
