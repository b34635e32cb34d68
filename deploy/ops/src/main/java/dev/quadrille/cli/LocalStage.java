package dev.quadrille.cli;

import dev.quadrille.cli.demo.Stage;
import dev.quadrille.local.Addresses;
import dev.quadrille.local.LocalSystem;
import dev.quadrille.local.Participant;
import dev.quadrille.testkit.TokenIssuer;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** A system on this machine, as something to dance on and to judge. */
public final class LocalStage implements Stage {
  private final Addresses addresses;
  private final TokenIssuer tokens;
  private final Map<String, JdbcClient> databases = new HashMap<>();

  /** A system that this JVM runs. */
  public LocalStage(LocalSystem system) {
    this(system.addresses(), system.tokens());
  }

  private LocalStage(Addresses addresses, TokenIssuer tokens) {
    this.addresses = addresses;
    this.tokens = tokens;
    for (var service : SERVICES) {
      databases.put(service, connect(addresses, participant(service)));
    }
  }

  @Override
  public URI url(String service) {
    return addresses.url(participant(service));
  }

  @Override
  public TokenIssuer tokens() {
    return tokens;
  }

  @Override
  public JdbcClient database(String service) {
    return databases.get(service);
  }

  @Override
  public String bootstrapServers() {
    return addresses.bootstrapServers();
  }

  private static Participant participant(String service) {
    return Participant.labelled(service);
  }

  private static JdbcClient connect(Addresses addresses, Participant participant) {
    var database = addresses.database(participant);
    return JdbcClient.create(
        new DriverManagerDataSource(database.jdbcUrl(), database.user(), database.password()));
  }
}
