package dev.quadrille.cli;

import dev.quadrille.local.Hosting;
import dev.quadrille.local.LocalSystem;
import dev.quadrille.local.SystemPorts;
import dev.quadrille.testkit.platform.WorkDirectory;
import java.util.concurrent.CancellationException;
import java.util.function.ToIntFunction;

/**
 * A system on free ports that a command has for itself. It leaves nothing running and nothing on
 * disk, however the command ends.
 */
final class OwnSystem {
  private final Terminal terminal;
  private final LocalSystem system;

  OwnSystem(Terminal terminal, Hosting hosting) {
    this.terminal = terminal;
    this.system =
        new LocalSystem(
            WorkDirectory.temporary(), SystemPorts.free(), hosting, new TerminalProgress(terminal));
  }

  /**
   * Does something with it, once: the JVM ends with it.
   *
   * @param work starts the system, and returns an exit code
   */
  int run(ToIntFunction<LocalSystem> work) {
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "stop"));
    try {
      return work.applyAsInt(system);
    } catch (CancellationException stopping) {
      return ExitCode.BAD;
    } catch (RuntimeException e) {
      return excusedByEnd(e);
    }
  }

  // Ctrl-C takes the system away from under the work.
  private int excusedByEnd(RuntimeException failure) {
    try {
      system.requireOpen();
    } catch (CancellationException stopping) {
      return ExitCode.BAD;
    }
    throw failure;
  }

  private void stop() {
    Interrupt.endsAtOnce();
    terminal.line("Stopping");
    system.close();
  }
}
