package dev.quadrille.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quadrille.codec.WireHead;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A file that {@code export} has written. */
final class ArchiveFile {
  private static final int ELSEWHERE = 1_000_000;

  private final Path path;

  ArchiveFile(Path path) {
    this.path = path;
  }

  String path() {
    return path.toString();
  }

  /** All texts and values in it, as text. */
  String everything() {
    return lines().stream()
        .map(line -> line + new String(Base64.getDecoder().decode(value(line)), UTF_8))
        .collect(Collectors.joining("\n"));
  }

  /** Gives all schemas other ids. */
  void renumberSchemas() {
    var lines = lines();
    for (var line : lines) {
      if (line.path("schema") instanceof ObjectNode schema) {
        schema.put("id", schema.path("id").asInt() + ELSEWHERE);
      }
      if (line.path("record") instanceof ObjectNode record) {
        var value = Base64.getDecoder().decode(value(line));
        record.put("value", WireHead.with(WireHead.schemaId(value) + ELSEWHERE, value));
      }
    }
    try {
      Files.write(path, lines.stream().map(JsonNode::toString).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String value(JsonNode line) {
    return line.path("record").path("value").asString("");
  }

  private List<JsonNode> lines() {
    try {
      return Files.readAllLines(path).stream().map(JsonMapper.shared()::readTree).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
