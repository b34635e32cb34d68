package dev.quadrille.testkit;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * How a service describes its HTTP interface.
 *
 * @param api a document of OpenAPI
 */
record ApiDescription(JsonNode api) {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .build();

  /** The description that a service gives to anybody. */
  static ApiDescription of(RunningService service) {
    return new ApiDescription(service.calledByNobody().get("/v3/api-docs").body());
  }

  /** Its text, the same for the same interface. */
  String text() {
    return JSON.writeValueAsString(JSON.treeToValue(api, Map.class)) + "\n";
  }

  /** What can be asked for, by method and path. */
  Map<String, JsonNode> operations() {
    var operations = new TreeMap<String, JsonNode>();
    for (var path : api.get("paths").properties()) {
      for (var operation : path.getValue().properties()) {
        operations.put(operation.getKey() + " " + path.getKey(), operation.getValue());
      }
    }
    return operations;
  }

  /** The parameters of an operation. */
  List<JsonNode> parameters(JsonNode operation) {
    return operation.path("parameters").valueStream().map(this::resolved).toList();
  }

  /** The answers of an operation by their statuses. */
  Map<Integer, JsonNode> answers(JsonNode operation) {
    var answers = new TreeMap<Integer, JsonNode>();
    for (var answer : operation.get("responses").properties()) {
      answers.put(Integer.valueOf(answer.getKey()), resolved(answer.getValue()));
    }
    return answers;
  }

  /** The problems that are shown somewhere, by the last part of their type. */
  Map<String, JsonNode> problems() {
    var problems = new TreeMap<String, JsonNode>();
    for (var problem : api.at("/components/examples").properties()) {
      problems.put(problem.getKey(), problem.getValue().get("value"));
    }
    return problems;
  }

  /** What it refers to. */
  Stream<String> references() {
    return api.findValues("$ref").stream().map(JsonNode::asString);
  }

  /** What stands where a reference points to; missing if nothing. */
  JsonNode at(String reference) {
    return reference.startsWith("#/") ? api.at(reference.substring(1)) : api.path("");
  }

  /** What a node is, or refers to. */
  JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? at(node.get("$ref").asString()) : node;
  }
}
