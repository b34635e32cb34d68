package dev.quadrille.checks;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Holds JSON against as much of JSON Schema as ours use: {@code type}, {@code enum}, {@code
 * required}, {@code properties}, {@code items} and {@code additionalProperties}. An object with
 * properties has no others unless it says so.
 */
final class SchemaFaults {
  private final List<String> found = new ArrayList<>();

  private SchemaFaults() {}

  static List<String> of(JsonNode value, JsonNode schema, String place) {
    var faults = new SchemaFaults();
    faults.check(value, schema, place);
    return faults.found;
  }

  private void check(JsonNode value, JsonNode schema, String place) {
    if (!hasType(value, schema.path("type").asString(""))) {
      found.add("%s is not of type %s: %s".formatted(place, schema.path("type").asString(), value));
      return;
    }
    if (schema.has("enum") && schema.get("enum").valueStream().noneMatch(value::equals)) {
      found.add("%s is none of %s: %s".formatted(place, schema.get("enum"), value));
    }
    for (var name : schema.path("required")) {
      if (!value.has(name.asString())) {
        found.add("%s lacks %s".formatted(place, name.asString()));
      }
    }
    for (var member : value.properties()) {
      checkMember(member.getKey(), member.getValue(), schema, place);
    }
    for (var i = 0; value.isArray() && i < value.size(); i++) {
      check(value.get(i), schema.path("items"), "%s[%d]".formatted(place, i));
    }
  }

  private void checkMember(String name, JsonNode value, JsonNode schema, String place) {
    var below = place + "." + name;
    if (schema.path("properties").has(name)) {
      check(value, schema.path("properties").get(name), below);
    } else if (schema.has("additionalProperties")) {
      check(value, schema.get("additionalProperties"), below);
    } else if (schema.has("properties")) {
      found.add(below + " is not known");
    }
  }

  private static boolean hasType(JsonNode value, String type) {
    return switch (type) {
      case "" -> true;
      case "object" -> value.isObject();
      case "array" -> value.isArray();
      case "string" -> value.isString();
      case "integer" -> value.isIntegralNumber();
      case "number" -> value.isNumber();
      case "boolean" -> value.isBoolean();
      default -> throw new IllegalArgumentException("unknown type " + type);
    };
  }
}
