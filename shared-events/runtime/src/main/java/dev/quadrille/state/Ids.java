package dev.quadrille.state;

import java.util.UUID;

/** Where new ids come from, so that a test can name them. */
@FunctionalInterface
public interface Ids {

  /** A new UUID of version 7 (RFC 9562): unique, and ordered by time within this process. */
  UUID next();
}
