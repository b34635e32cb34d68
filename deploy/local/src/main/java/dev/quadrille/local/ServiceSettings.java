package dev.quadrille.local;

import dev.quadrille.testkit.TokenIssuer;
import dev.quadrille.testkit.platform.Database;
import java.util.List;
import java.util.stream.Stream;

/** What a service is told of the system that it is part of, as arguments of its command line. */
final class ServiceSettings {

  private ServiceSettings() {}

  static List<String> of(int port, Database database, Addresses addresses, TokenIssuer tokens) {
    return Stream.of(
            "server.address=127.0.0.1",
            "server.port=" + port,
            "spring.datasource.url=" + database.jdbcUrl(),
            "spring.datasource.username=" + database.user(),
            "spring.datasource.password=" + database.password(),
            "spring.kafka.bootstrap-servers=" + addresses.bootstrapServers(),
            // Whoever kills a service here is watching: its partitions wait 10 s for it, not 45.
            "spring.kafka.consumer.properties.session.timeout.ms=10000",
            "quadrille.codec.registry-url=" + addresses.ccompat(),
            // Whoever has a system on this machine may break it.
            "quadrille.test-system=true",
            TokenIssuer.SETTING + "=" + tokens.publicKey().toUri())
        .map(setting -> "--" + setting)
        .toList();
  }
}
