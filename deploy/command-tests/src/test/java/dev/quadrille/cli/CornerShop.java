package dev.quadrille.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.local.Hosting;
import dev.quadrille.local.LocalSystem;
import dev.quadrille.local.SystemPorts;
import dev.quadrille.testkit.platform.Progress;
import dev.quadrille.testkit.platform.WorkDirectory;
import java.util.List;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests a corner of the one system that all of them use. It is started for the first test
 * that wants it and stopped after the last test of all, and leaves nothing.
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
  private record Street(WorkDirectory directory, LocalSystem system, OtlpReceiver traces)
      implements AutoCloseable {

    static Street open() {
      var directory = WorkDirectory.temporary();
      var street =
          new Street(
              directory,
              new LocalSystem(directory, SystemPorts.free(), Hosting.THIS_JVM, Progress.SILENT),
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
      var processes = processes();
      system.close();
      traces.close();
      await().until(() -> processes.stream().noneMatch(ProcessHandle::isAlive));
      assertThat(directory.path()).doesNotExist();
    }

    private List<ProcessHandle> processes() {
      return system.parts().stream()
          .flatMap(part -> part.pid().stream())
          .filter(pid -> pid != ProcessHandle.current().pid())
          .flatMap(pid -> ProcessHandle.of(pid).stream())
          .toList();
    }
  }
}
