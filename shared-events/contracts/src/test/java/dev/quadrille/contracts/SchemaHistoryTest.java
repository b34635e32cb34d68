package dev.quadrille.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SchemaHistoryTest {
  @ParameterizedTest
  @EnumSource
  void everyReleasedVersionReadsAndIsReadByTheCurrentOne(EventType type) {
    assertThat(SchemaHistory.of(type.wireName()).problems(type.schema())).isEmpty();
  }

  @Test
  void keepsNothingButNumberedVersionsOfKnownEvents() throws IOException {
    try (var files = Files.walk(Path.of("src/history"))) {
      var expected =
          Arrays.stream(EventType.values())
              .map(type -> SchemaHistory.of(type.wireName()))
              .mapToInt(history -> history.versions().size())
              .sum();

      assertThat(files.filter(Files::isRegularFile)).hasSize(expected);
    }
  }

  /** Changes that must not pass, planted. */
  @Nested
  class Refuses {
    private static final String RELEASED = "{'name': 'sku', 'type': 'string'}";

    private final SchemaHistory history =
        new SchemaHistory(Path.of("src/history/Planted"), List.of(schema(RELEASED)));

    @Test
    void aNewFieldWithoutDefault() {
      var changed = schema(RELEASED, "{'name': 'size', 'type': 'int'}");

      assertThat(history.problems(changed)).containsExactly("cannot read events of version 1");
    }

    @Test
    void aRemovedFieldThatHadNoDefault() {
      assertThat(history.problems(schema())).containsExactly("version 1 cannot read its events");
    }

    @Test
    void anotherType() {
      assertThat(history.problems(schema("{'name': 'sku', 'type': 'int'}"))).hasSize(2);
    }

    @Test
    void aGoodChangeUntilItIsWrittenDown() {
      var changed = schema(RELEASED, "{'name': 'size', 'type': ['null', 'int'], 'default': null}");

      assertThat(history.problems(changed))
          .singleElement()
          .asString()
          .startsWith("add version 2")
          .contains("2.avsc")
          .contains("\"size\"");
    }

    private static Schema schema(String... fields) {
      var text =
          "{'type': 'record', 'name': 'Planted', 'fields': [%s]}"
              .formatted(String.join(", ", fields));
      return new Schema.Parser().parse(text.replace('\'', '"'));
    }
  }
}
