package dev.quadrille.cli.demo;

import dev.quadrille.testkit.TokenIssuer;
import dev.quadrille.testkit.oracle.Target;
import java.net.URI;

/** What a scene is danced on. */
public interface Stage extends Target {

  /** Where a service answers. */
  URI url(String service);

  /** Whose tokens the services believe. */
  TokenIssuer tokens();
}
