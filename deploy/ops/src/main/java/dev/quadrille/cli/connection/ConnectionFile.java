package dev.quadrille.cli.connection;

import dev.quadrille.local.Participant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads a connection file: YAML. {@code ${NAME}} in a value stands for the variable of that name in
 * the environment, so that the file itself holds no secrets.
 */
final class ConnectionFile {
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();
  private static final List<String> SERVICES =
      List.of(Participant.values()).stream().map(Participant::label).toList();

  private final Path path;
  private final UnaryOperator<@Nullable String> environment;

  private ConnectionFile(Path path, UnaryOperator<@Nullable String> environment) {
    this.path = path;
    this.environment = environment;
  }

  /**
   * Reads a file.
   *
   * @param environment a variable's value by its name; null if it is not set
   * @throws MissingConnectionException if it cannot be read or understood; values are not quoted
   */
  static Connections read(Path path, UnaryOperator<@Nullable String> environment) {
    return new ConnectionFile(path, environment).connections();
  }

  private Connections connections() {
    var read = parse();
    if (!(read instanceof Map<?, ?> members)) {
      throw failure("is no YAML mapping");
    }
    try {
      var connections = JSON.convertValue(resolved(members), Connections.class);
      requireKnownServices(connections);
      return connections;
    } catch (UnrecognizedPropertyException e) {
      throw failure("says '%s', which nobody knows".formatted(place(e)));
    } catch (DatabindException e) {
      throw failure("is wrong at '%s'".formatted(place(e)));
    } catch (JacksonException e) {
      throw failure("cannot be understood");
    }
  }

  private Object parse() {
    var options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    try {
      Object read = new Yaml(new SafeConstructor(options)).load(Files.readString(path));
      return read == null ? Map.of() : read;
    } catch (NoSuchFileException e) {
      throw failure("does not exist");
    } catch (IOException e) {
      throw failure("cannot be read: " + e.getMessage());
    } catch (MarkedYAMLException e) {
      // Without the lines around it, which may hold a secret.
      throw failure(
          "is no YAML, line %d: %s".formatted(e.getProblemMark().getLine() + 1, e.getProblem()));
    } catch (YAMLException e) {
      throw failure("is no YAML");
    }
  }

  private Map<String, Object> resolved(Map<?, ?> members) {
    var resolved = new LinkedHashMap<String, Object>();
    members.forEach((name, value) -> resolved.put(name.toString(), value(value)));
    return resolved;
  }

  private Object value(@Nullable Object value) {
    return value instanceof Map<?, ?> members
        ? resolved(members)
        : VARIABLE.matcher(value == null ? "" : value.toString()).replaceAll(this::variable);
  }

  private String variable(MatchResult found) {
    var value = environment.apply(found.group(1));
    if (value == null) {
      throw failure("wants the variable %s, which is not set".formatted(found.group(1)));
    }
    return Matcher.quoteReplacement(value);
  }

  private void requireKnownServices(Connections connections) {
    if (connections.services() != null) {
      connections.services().keySet().stream()
          .filter(name -> !SERVICES.contains(name))
          .findFirst()
          .ifPresent(
              name -> {
                throw failure("names the service '%s'; there are %s".formatted(name, SERVICES));
              });
    }
  }

  private static String place(DatabindException e) {
    return e.getPath().stream()
        .map(step -> String.valueOf(step.getPropertyName()))
        .collect(Collectors.joining("."));
  }

  private MissingConnectionException failure(String what) {
    return new MissingConnectionException("%s %s".formatted(path, what));
  }
}
