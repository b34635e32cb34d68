package dev.quadrille.cli.connection;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
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
import tools.jackson.databind.exc.ValueInstantiationException;
import tools.jackson.databind.json.JsonMapper;

/** A YAML file that a person wrote. What is wrong with it is said in one line, without values. */
public final class YamlFile {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private final Path path;
  private final Function<String, ? extends RuntimeException> failure;

  /**
   * One that is to be read.
   *
   * @param failure what is thrown, of a sentence that says why
   */
  public YamlFile(Path path, Function<String, ? extends RuntimeException> failure) {
    this.path = path;
    this.failure = failure;
  }

  /**
   * Reads it.
   *
   * @param texts changes values that are texts, before anybody else sees them
   */
  public <T> T read(Class<T> type, UnaryOperator<String> texts) {
    if (!(parse() instanceof Map<?, ?> members)) {
      throw failure("is no YAML mapping");
    }
    try {
      return JSON.convertValue(mapped(members, texts), type);
    } catch (UnrecognizedPropertyException e) {
      throw failure("says '%s', which nobody knows".formatted(place(e)));
    } catch (ValueInstantiationException e) {
      var reason = e.getCause() instanceof IllegalArgumentException ours ? ours.getMessage() : null;
      throw failure("is wrong at '%s'%s".formatted(place(e), reason == null ? "" : ": " + reason));
    } catch (DatabindException e) {
      throw failure("is wrong at '%s'".formatted(place(e)));
    } catch (JacksonException e) {
      throw failure("cannot be understood");
    }
  }

  RuntimeException failure(String what) {
    return failure.apply("%s %s".formatted(path, what));
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

  private static Map<String, Object> mapped(Map<?, ?> members, UnaryOperator<String> texts) {
    var mapped = new LinkedHashMap<String, Object>();
    members.forEach((name, value) -> mapped.put(name.toString(), value(value, texts)));
    return mapped;
  }

  private static Object value(@Nullable Object value, UnaryOperator<String> texts) {
    if (value instanceof Map<?, ?> members) {
      return mapped(members, texts);
    }
    if (value instanceof List<?> items) {
      return items.stream().map(item -> value(item, texts)).toList();
    }
    return texts.apply(value == null ? "" : value.toString());
  }

  private static String place(DatabindException e) {
    return e.getPath().stream()
        .map(step -> step.getPropertyName() == null ? "" + step.getIndex() : step.getPropertyName())
        .collect(Collectors.joining("."));
  }
}
