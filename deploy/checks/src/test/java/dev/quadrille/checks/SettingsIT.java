package dev.quadrille.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * A setting with a name that nobody reads is silently none: each that the chart makes is known to
 * somebody.
 */
class SettingsIT {
  private static final List<String> SERVICES =
      List.of("order", "inventory", "account", "notification");
  private static final Set<String> KNOWN = known();

  static Stream<String> valueSets() {
    return Chart.valueSets().stream();
  }

  @ParameterizedTest
  @MethodSource("valueSets")
  void allHaveAReader(String values) {
    var traced = "tracing.endpoint=http://collector:4318/v1/traces";
    var manifests = new Manifests(new Chart().manifests(values, traced));
    for (var service : SERVICES) {
      assertThat(Settings.of(manifests, service).keySet().stream().map(SettingsIT::plain))
          .as(service)
          .isNotEmpty()
          .isSubsetOf(KNOWN);
    }
  }

  @Test
  void areKnownOnlyIfSomebodyReadsThem() {
    assertThat(KNOWN)
        .contains("quadrille.relay.password-file", "server.port")
        // Of choices that no set of values makes.
        .contains("quadrille.codec.registry-username-file")
        .contains("quadrille.codec.registry-password-file")
        .doesNotContain("quadrille.relay.passwordfile");
  }

  // A map takes any key.
  private static String plain(String name) {
    return name.replaceAll("\\[.*", "");
  }

  private static Set<String> known() {
    var names = new TreeSet<String>();
    try {
      var files =
          SettingsIT.class
              .getClassLoader()
              .getResources("META-INF/spring-configuration-metadata.json");
      for (var file : Collections.list(files)) {
        try (var stream = file.openStream()) {
          for (var property : JsonMapper.shared().readTree(stream).path("properties")) {
            names.add(property.path("name").asString());
          }
        }
      }
      return names;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
