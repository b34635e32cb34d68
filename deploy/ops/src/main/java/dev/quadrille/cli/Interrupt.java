package dev.quadrille.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/** The signal of Ctrl-C. */
final class Interrupt {

  private static final int EXIT_CODE = 130;

  private Interrupt() {}

  /**
   * Makes the next Ctrl-C end this JVM at once. A JVM that is already stopping ignores it
   * otherwise.
   */
  static void endsAtOnce() {
    // By reflection: the compiler has a warning for this class that cannot be silenced.
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      InvocationHandler halt =
          (proxy, method, arguments) -> {
            Runtime.getRuntime().halt(EXIT_CODE);
            return null;
          };
      signal
          .getMethod("handle", signal, handler)
          .invoke(
              null,
              signal.getConstructor(String.class).newInstance("INT"),
              Proxy.newProxyInstance(
                  Interrupt.class.getClassLoader(), new Class<?>[] {handler}, halt));
    } catch (ReflectiveOperationException e) {
      // Another JVM: then only kill -9 is quicker than an orderly stop.
    }
  }
}
