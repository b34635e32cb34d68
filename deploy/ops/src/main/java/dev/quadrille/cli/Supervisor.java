package dev.quadrille.cli;

import dev.quadrille.local.LocalSystem;
import dev.quadrille.local.Part;
import dev.quadrille.testkit.platform.PlatformException;
import java.time.Duration;
import java.util.concurrent.CancellationException;

/** Starts again what goes down by itself, as the platform does in production. */
final class Supervisor {
  private static final Duration GLANCE = Duration.ofMillis(500);
  private static final Duration BACK_OFF = Duration.ofSeconds(5);

  private final Terminal terminal;
  private final LocalSystem system;
  private final Runnable changed;

  /**
   * @param changed called when a part got another process
   */
  Supervisor(Terminal terminal, LocalSystem system, Runnable changed) {
    this.terminal = terminal;
    this.system = system;
    this.changed = changed;
  }

  /**
   * Watches until the system is being stopped.
   *
   * @throws CancellationException then
   */
  void run() {
    while (true) {
      pause(GLANCE);
      system.parts().stream().filter(part -> part.pid().isEmpty()).forEach(this::restart);
    }
  }

  private void restart(Part part) {
    system.requireOpen();
    terminal.warn(part.label() + " went down");
    try {
      system.restart(part);
      changed.run();
    } catch (PlatformException e) {
      terminal.warn(e.getMessage());
      pause(BACK_OFF);
    }
  }

  private static void pause(Duration duration) {
    try {
      Thread.sleep(duration.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted");
    }
  }
}
