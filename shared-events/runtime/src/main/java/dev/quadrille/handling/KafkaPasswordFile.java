package dev.quadrille.handling;

import dev.quadrille.jdbc.PasswordFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.auth.login.AppConfigurationEntry;
import org.apache.kafka.common.security.auth.AuthenticateCallbackHandler;

/**
 * Logs a Kafka client on with the password that a file holds at that moment, under the user name of
 * its {@code sasl.jaas.config}. Kafka makes one for each client; it is asked for each connection,
 * and again whenever a broker wants to hear the password anew.
 */
public final class KafkaPasswordFile implements AuthenticateCallbackHandler {
  static final String PATH = "quadrille.password.file";

  private String username = "";
  private PasswordFile file = new PasswordFile(Path.of(""));

  @Override
  public void configure(
      Map<String, ?> configs, String saslMechanism, List<AppConfigurationEntry> jaasConfigEntries) {
    file = new PasswordFile(Path.of(String.valueOf(configs.get(PATH))));
    username =
        jaasConfigEntries.stream()
            .map(entry -> entry.getOptions().get("username"))
            .filter(String.class::isInstance)
            .map(String.class::cast)
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("sasl.jaas.config names no username"));
  }

  @Override
  public void handle(Callback[] callbacks) {
    for (var callback : callbacks) {
      if (callback instanceof NameCallback name) {
        name.setName(username);
      } else if (callback instanceof PasswordCallback password) {
        password.setPassword(file.read().toCharArray());
      }
      // What else SCRAM asks about, its extensions, we have none of.
    }
  }

  @Override
  public void close() {}
}
