package dev.quadrille.system;

import dev.quadrille.cli.demo.Stage;
import dev.quadrille.testkit.TokenIssuer;
import java.net.URI;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A stage whose services are reached through entrances. */
record EntranceStage(Stage stage, Map<String, Entrance> entrances) implements Stage {

  @Override
  public URI url(String service) {
    return entrances.get(service).url();
  }

  @Override
  public TokenIssuer tokens() {
    return stage.tokens();
  }

  @Override
  public JdbcClient database(String service) {
    return stage.database(service);
  }

  @Override
  public String bootstrapServers() {
    return stage.bootstrapServers();
  }
}
