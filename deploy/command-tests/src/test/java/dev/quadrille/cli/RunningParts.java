package dev.quadrille.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What {@code status --json} said.
 *
 * @param status the document
 */
record RunningParts(JsonNode status) {

  static RunningParts of(CommandRun run) {
    return new RunningParts(JsonMapper.shared().readTree(run.out()));
  }

  boolean areUp() {
    return parts().size() == 7 && parts().stream().allMatch(part -> part.path("up").asBoolean());
  }

  /** The process that keeps the system. */
  long pid() {
    return status.path("pid").asLong();
  }

  Path directory() {
    return Path.of(status.path("directory").asString());
  }

  /** The processes of the parts that are still there. */
  List<Long> processes() {
    return parts().stream()
        .map(part -> part.path("pid").asLong())
        .filter(pid -> ProcessHandle.of(pid).isPresent())
        .toList();
  }

  long pidOf(String part) {
    return parts().stream()
        .filter(found -> found.path("part").asString().equals(part))
        .mapToLong(found -> found.path("pid").asLong())
        .findFirst()
        .orElseThrow();
  }

  private List<JsonNode> parts() {
    return StreamSupport.stream(status.path("parts").spliterator(), false).toList();
  }
}
