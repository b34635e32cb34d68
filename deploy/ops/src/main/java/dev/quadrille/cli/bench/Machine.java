package dev.quadrille.cli.bench;

import dev.quadrille.testkit.platform.Database;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What figures were measured on.
 *
 * @param processors that this JVM may use
 * @param loadBefore runnable processes in the minute before the start; more than a few tenths mean
 *     that something else worked as well
 * @param java its version
 * @param postgres its version, and what makes it durable
 */
record Machine(int processors, double loadBefore, String java, Map<String, String> postgres) {
  private static final String[] DURABLE = {"fsync", "synchronous_commit", "full_page_writes"};

  /** This machine before anything was started. */
  static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  /**
   * This machine and the server on it.
   *
   * @throws NotDurableException if the server does not write commits to the disk
   */
  static Machine of(double loadBefore, Database server) {
    var postgres = new LinkedHashMap<String, String>();
    postgres.put("version", server.ask("SHOW server_version"));
    for (var setting : DURABLE) {
      var value = server.ask("SHOW " + setting);
      if (!value.equals("on")) {
        throw new NotDurableException("PostgreSQL runs with %s=%s".formatted(setting, value));
      }
      postgres.put(setting, value);
    }
    return new Machine(
        Runtime.getRuntime().availableProcessors(),
        loadBefore,
        System.getProperty("java.vm.version"),
        postgres);
  }

  /** A figure that nobody should see: of a server that may forget what it committed. */
  static final class NotDurableException extends RuntimeException {
    NotDurableException(String message) {
      super(message);
    }
  }
}
