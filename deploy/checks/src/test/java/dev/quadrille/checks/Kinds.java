package dev.quadrille.checks;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import com.networknt.schema.Error;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Job;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import io.kubernetes.client.openapi.models.V2HorizontalPodAutoscaler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a manifest of each kind may hold: Kubernetes' own by its API, others by our schemas. */
final class Kinds {
  private static final Map<String, Class<?>> KUBERNETES =
      Map.of(
          "v1 ConfigMap", V1ConfigMap.class,
          "v1 Service", V1Service.class,
          "v1 ServiceAccount", V1ServiceAccount.class,
          "apps/v1 Deployment", V1Deployment.class,
          "batch/v1 Job", V1Job.class,
          "policy/v1 PodDisruptionBudget", V1PodDisruptionBudget.class,
          "autoscaling/v2 HorizontalPodAutoscaler", V2HorizontalPodAutoscaler.class,
          "networking.k8s.io/v1 NetworkPolicy", V1NetworkPolicy.class);

  private static final SchemaRegistry SCHEMAS =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  private Kinds() {}

  /** Everything that is wrong with a manifest; empty if it is well. */
  static List<String> faults(JsonNode manifest) {
    var kind = manifest.path("apiVersion").asString() + " " + manifest.path("kind").asString();
    var type = KUBERNETES.get(kind);
    return type == null
        ? SCHEMAS.getSchema(schema(kind)).validate(manifest).stream().map(Error::toString).toList()
        : kubernetes(manifest, type);
  }

  private static List<String> kubernetes(JsonNode manifest, Class<?> type) {
    try {
      var gson = JSON.getGson();
      var read = gson.fromJson(manifest.toString(), type);
      // Gson takes a number for a text; the API server does not.
      return converted(
          JsonParser.parseString(manifest.toString()),
          gson.toJsonTree(read),
          manifest.path("kind").asString());
    } catch (RuntimeException e) {
      return List.of(String.valueOf(e.getMessage()));
    }
  }

  private static List<String> converted(JsonElement written, JsonElement read, String place) {
    if (written.isJsonObject() && read.isJsonObject()) {
      return written.getAsJsonObject().entrySet().stream()
          .filter(member -> read.getAsJsonObject().has(member.getKey()))
          .flatMap(
              member ->
                  converted(
                      member.getValue(),
                      read.getAsJsonObject().get(member.getKey()),
                      place + "." + member.getKey())
                      .stream())
          .toList();
    }
    if (written.isJsonArray() && read.isJsonArray()) {
      var faults = new ArrayList<String>();
      for (var i = 0; i < written.getAsJsonArray().size(); i++) {
        var item = written.getAsJsonArray().get(i);
        faults.addAll(converted(item, read.getAsJsonArray().get(i), place + "[" + i + "]"));
      }
      return faults;
    }
    var same =
        written.isJsonPrimitive()
            && read.isJsonPrimitive()
            && written.getAsJsonPrimitive().isNumber() == read.getAsJsonPrimitive().isNumber()
            && written.getAsJsonPrimitive().isBoolean() == read.getAsJsonPrimitive().isBoolean();
    return same ? List.of() : List.of(place + " is written as " + written + ", read as " + read);
  }

  private static JsonNode schema(String kind) {
    var file = "/schemas/" + kind.replaceAll("[/ ]", "_") + ".json";
    try (var resource = Kinds.class.getResourceAsStream(file)) {
      if (resource == null) {
        throw new IllegalArgumentException("no schema for " + kind);
      }
      return JsonMapper.shared().readTree(resource);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
