package dev.quadrille.handling;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLEngine;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.security.auth.SslEngineFactory;
import org.apache.kafka.common.security.ssl.DefaultSslEngineFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a Kafka client begin each connection with the certificates and the key that files hold at
 * that moment. Kafka makes one for each client. What cannot be read, such as a file that is being
 * written, changes nothing. With a key whose certificate is not there yet the connection fails, and
 * the next one looks again.
 */
public final class KafkaTlsFiles implements SslEngineFactory {
  static final String CA = "quadrille.tls.ca";
  static final String CERTIFICATE = "quadrille.tls.certificate";
  static final String KEY = "quadrille.tls.key";

  private static final Logger log = LoggerFactory.getLogger(KafkaTlsFiles.class);
  private static final Map<String, String> FILES =
      Map.of(
          CA, "ssl.truststore.certificates",
          CERTIFICATE, "ssl.keystore.certificate.chain",
          KEY, "ssl.keystore.key");

  private Map<String, ?> configs = Map.of();
  private Map<String, Password> read = Map.of();
  private SslEngineFactory engines = new DefaultSslEngineFactory();

  @Override
  public void configure(Map<String, ?> clientConfigs) {
    configs = clientConfigs;
    take(files());
  }

  @Override
  public SSLEngine createClientSslEngine(
      String peerHost, int peerPort, String endpointIdentification) {
    return current().createClientSslEngine(peerHost, peerPort, endpointIdentification);
  }

  private synchronized SslEngineFactory current() {
    try {
      var now = files();
      if (!now.equals(read)) {
        take(now);
        log.info("Kafka's certificates have changed and count for new connections");
      }
    } catch (UncheckedIOException | KafkaException e) {
      log.warn("Kafka's certificates stay as they were: {}", e.toString());
    }
    return engines;
  }

  private void take(Map<String, Password> now) {
    var config = new HashMap<String, Object>(configs);
    config.put("ssl.truststore.type", DefaultSslEngineFactory.PEM_TYPE);
    if (configs.containsKey(KEY)) {
      config.put("ssl.keystore.type", DefaultSslEngineFactory.PEM_TYPE);
    }
    config.putAll(now);
    var next = new DefaultSslEngineFactory();
    next.configure(config);
    engines = next;
    read = now;
  }

  private Map<String, Password> files() {
    var contents = new HashMap<String, Password>();
    FILES.forEach(
        (setting, kafkas) -> {
          if (configs.get(setting) instanceof String file) {
            contents.put(kafkas, new Password(text(Path.of(file))));
          }
        });
    return contents;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  @Override
  public SSLEngine createServerSslEngine(String peerHost, int peerPort) {
    throw new UnsupportedOperationException("for clients only");
  }

  @Override
  public boolean shouldBeRebuilt(Map<String, Object> nextConfigs) {
    return false;
  }

  @Override
  public Set<String> reconfigurableConfigs() {
    return Set.of();
  }

  @Override
  public KeyStore keystore() {
    return engines.keystore();
  }

  @Override
  public KeyStore truststore() {
    return engines.truststore();
  }

  @Override
  public void close() {}
}
