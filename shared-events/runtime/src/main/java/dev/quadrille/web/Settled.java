package dev.quadrille.web;

import java.util.Collection;
import java.util.UUID;

/**
 * What a service states so that its requests can wait: one query for all that are waited for. It
 * reads the database, so that replicas need not tell each other anything.
 */
@FunctionalInterface
public interface Settled {

  /** Which of these have come to an end. */
  Collection<UUID> among(UUID[] ids);
}
