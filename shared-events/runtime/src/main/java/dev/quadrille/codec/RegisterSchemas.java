package dev.quadrille.codec;

import dev.quadrille.contracts.EventType;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Registers this version's schemas: what a release does before its processes start, where they may
 * only look up. May run twice, or several at once.
 */
public final class RegisterSchemas {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Logger log = LoggerFactory.getLogger(RegisterSchemas.class);

  private RegisterSchemas() {}

  /**
   * Runs it; ends with an exception, and so with a status of its own, if the registry does not
   * answer or refuses a schema.
   *
   * @param args base of the registry's REST API as Confluent defined it; where it asks who we are,
   *     also the files that hold username and password
   */
  public static void main(String[] args) {
    if (args.length != 1 && args.length != 3) {
      throw new IllegalArgumentException(
          "wants the registry's URL, and the files of username and password where it asks for them");
    }
    var login =
        args.length == 1
            ? RegistryLogin.NONE
            : RegistryLogin.of(Path.of(args[1]), Path.of(args[2]));
    var schemas =
        new EventSchemas(
            new RegistryClient(URI.create(args[0]), login, PATIENCE, JsonMapper.shared()));
    for (var type : EventType.values()) {
      schemas.register(type);
    }
    log.info("The registry at {} knows {} schemas", args[0], EventType.values().length);
  }
}
