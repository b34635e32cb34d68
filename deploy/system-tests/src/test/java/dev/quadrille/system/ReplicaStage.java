package dev.quadrille.system;

import dev.quadrille.cli.demo.Stage;
import dev.quadrille.testkit.TokenIssuer;
import java.net.URI;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A stage on which one service is reached at one of its replicas.
 *
 * @param service its name
 * @param replica where that one answers
 */
record ReplicaStage(Stage stage, String service, URI replica) implements Stage {

  @Override
  public URI url(String wanted) {
    return wanted.equals(service) ? replica : stage.url(wanted);
  }

  @Override
  public TokenIssuer tokens() {
    return stage.tokens();
  }

  @Override
  public JdbcClient database(String wanted) {
    return stage.database(wanted);
  }

  @Override
  public String bootstrapServers() {
    return stage.bootstrapServers();
  }
}
