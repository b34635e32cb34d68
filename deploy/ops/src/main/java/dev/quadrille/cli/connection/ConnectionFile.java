package dev.quadrille.cli.connection;

import dev.quadrille.local.Participant;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a connection file: YAML. {@code ${NAME}} in a value stands for the variable of that name in
 * the environment, so that the file itself holds no secrets.
 */
final class ConnectionFile {
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");
  private static final List<String> SERVICES =
      List.of(Participant.values()).stream().map(Participant::label).toList();

  private final YamlFile file;
  private final UnaryOperator<@Nullable String> environment;

  private ConnectionFile(Path path, UnaryOperator<@Nullable String> environment) {
    this.file = new YamlFile(path, MissingConnectionException::new);
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
    var connections = file.read(Connections.class, this::resolved);
    requireKnownServices(connections);
    return connections;
  }

  private String resolved(String value) {
    return VARIABLE.matcher(value).replaceAll(this::variable);
  }

  private String variable(MatchResult found) {
    var value = environment.apply(found.group(1));
    if (value == null) {
      throw file.failure("wants the variable %s, which is not set".formatted(found.group(1)));
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
                throw file.failure(
                    "names the service '%s'; there are %s".formatted(name, SERVICES));
              });
    }
  }
}
