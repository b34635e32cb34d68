package dev.quadrille.local;

import static java.util.stream.Collectors.toSet;

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

  /** The first settings, but for those that the others name too, and the others. */
  static List<String> merge(List<String> first, List<String> others) {
    var named = others.stream().map(ServiceSettings::name).collect(toSet());
    // Of two arguments of one name, Spring would make a list.
    return Stream.concat(
            first.stream().filter(setting -> !named.contains(name(setting))), others.stream())
        .toList();
  }

  private static String name(String setting) {
    return setting.substring(0, setting.indexOf('='));
  }
}
