package dev.quadrille.cli;

import dev.quadrille.local.Addresses;
import dev.quadrille.local.DataDirectory;
import dev.quadrille.local.Hosting;
import dev.quadrille.local.LocalSystem;
import dev.quadrille.local.PortsTakenException;
import dev.quadrille.local.SystemPorts;
import dev.quadrille.testkit.platform.PlatformException;
import dev.quadrille.testkit.platform.WorkDirectory;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Keeps a system running in this JVM until somebody ends it. */
final class ForegroundRun {
  private final Terminal terminal;
  private final SystemOption option;
  private final @Nullable DataDirectory data;
  private final WorkDirectory directory;
  private final LocalSystem system;
  private volatile boolean failed;

  ForegroundRun(Terminal terminal, SystemOption option, Hosting hosting, @Nullable Path data) {
    this.terminal = terminal;
    this.option = option;
    this.data = data == null ? null : DataDirectory.at(data);
    this.directory = this.data == null ? WorkDirectory.temporary() : this.data.work();
    this.system =
        new LocalSystem(
            directory,
            SystemPorts.fixed(option.portOffset()),
            hosting,
            new TerminalProgress(terminal));
  }

  /** Returns when the system is being stopped. */
  void run(Consumer<Addresses> whenReady) {
    ServiceLogs.to(directory.file("services.log"));
    // Also reached from a failure: the JVM ends with the command.
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "stop"));
    terminal.line("Data and logs are in " + directory.path());
    try {
      system.start();
      whenReady.accept(system.addresses());
      // Last, for whoever waits for the note takes all to be said.
      note();
      new Supervisor(terminal, system, this::note).run();
    } catch (CancellationException stopping) {
      // Ctrl-C: the thread that stops the system says the rest.
    } catch (PortsTakenException e) {
      failed = true;
      throw new PlatformException(e.getMessage() + "; --port-offset N moves all ports by N", e);
    } catch (RuntimeException e) {
      failed = true;
      throw e;
    }
  }

  private void note() {
    option
        .stateFile()
        .write(
            RunningSystem.here(option.portOffset(), directory.path().toString(), system.parts()));
  }

  private void stop() {
    Interrupt.endsAtOnce();
    if (!failed) {
      terminal.line("Stopping");
    }
    system.close();
    option.stateFile().delete();
    if (data != null) {
      data.close();
    }
  }
}
