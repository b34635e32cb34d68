package dev.quadrille.openapi;

import dev.quadrille.web.ProblemType;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.support.PropertiesLoaderUtils;
import org.springframework.util.StringUtils;

/**
 * What the code does not say of itself: {@code openapi/runtime.properties} and {@code
 * openapi/<service>.properties} on the class path.
 *
 * <pre>
 * orderPlace = what the operation does, for whoever calls it
 * orderPlace.answers = statuses of success; 200 where none is named
 * orderPlace.refuses = types of problems, beside those that every such request may have
 * problem.order-number-used = its status, and what it means; not of each {@link ProblemType}
 * </pre>
 */
final class Wording {
  private static final String SERVICE = "openapi/%s.properties";

  private final Properties words;

  private Wording(Properties words) {
    this.words = words;
  }

  /** Reads what is said of a service and of what all services have. */
  static Wording of(String service) throws IOException {
    var words = new Properties();
    for (var name : List.of("runtime", service)) {
      var file = new ClassPathResource(SERVICE.formatted(name));
      if (file.exists()) {
        PropertiesLoaderUtils.fillProperties(words, file);
      }
    }
    return new Wording(words);
  }

  /** What an operation does; empty if nobody has said it. */
  Optional<String> summary(String operation) {
    return Optional.ofNullable(words.getProperty(operation));
  }

  /** With which statuses an operation succeeds. */
  List<String> answers(String operation) {
    return list(operation + ".answers", "200");
  }

  /** Types of the problems that an operation, or each of a kind, may be answered. */
  List<String> refuses(String operation) {
    return list(operation + ".refuses", "");
  }

  /** A problem by its type. */
  KnownProblem problem(String type) {
    var said = words.getProperty("problem." + type);
    if (said == null) {
      var common = ProblemType.valueOf(type.toUpperCase(Locale.ROOT).replace('-', '_')).problem();
      return new KnownProblem(type, common.getStatus(), String.valueOf(common.getDetail()));
    }
    var parts = said.split(" ", 2);
    return new KnownProblem(type, Integer.parseInt(parts[0]), parts[1]);
  }

  private List<String> list(String key, String otherwise) {
    return Stream.of(StringUtils.commaDelimitedListToStringArray(words.getProperty(key, otherwise)))
        .map(String::strip)
        .toList();
  }
}
