package dev.quadrille.cli;

import dev.quadrille.local.Hosting;
import dev.quadrille.local.LocalSystem;
import dev.quadrille.local.SystemPorts;
import dev.quadrille.testkit.platform.Progress;
import dev.quadrille.testkit.platform.WorkDirectory;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests a corner of the one system that all of them use. It is started for the first test
 * that wants it and stopped after the last test of all.
 */
final class CornerShop implements ParameterResolver {

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Corner.class;
  }

  @Override
  public Corner resolveParameter(ParameterContext parameter, ExtensionContext context) {
    // What is in the root's store is closed when everything is over.
    var street =
        context
            .getRoot()
            .getStore(Namespace.GLOBAL)
            .computeIfAbsent(CornerShop.class, key -> Street.open(), Street.class);
    return new Corner(street.system, street.traces);
  }

  /** What all corners stand on. */
  private record Street(LocalSystem system, OtlpReceiver traces) implements AutoCloseable {

    static Street open() {
      var street =
          new Street(
              new LocalSystem(
                  WorkDirectory.temporary(), SystemPorts.free(), Hosting.THIS_JVM, Progress.SILENT),
              new OtlpReceiver());
      street.traces.listenTo(street.system);
      try {
        street.system.start();
        return street;
      } catch (RuntimeException e) {
        street.close();
        throw e;
      }
    }

    @Override
    public void close() {
      system.close();
      traces.close();
    }
  }
}
