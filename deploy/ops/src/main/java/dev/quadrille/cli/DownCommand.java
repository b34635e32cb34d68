package dev.quadrille.cli;

import dev.quadrille.testkit.platform.PlatformException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(name = "down", description = "Stops the system that 'up' runs; fine when none does.")
final class DownCommand implements Callable<Integer> {
  private static final long PATIENCE_SECONDS = 60;

  @ParentCommand private Quadrille quadrille;
  @Spec private CommandSpec spec;
  @Mixin private SystemOption system;

  @Override
  public Integer call() {
    var terminal = quadrille.terminal(spec);
    var running = system.stateFile().read();
    if (running.isEmpty()) {
      system.stateFile().delete();
      terminal.line("Nothing to stop");
      return ExitCode.WELL;
    }
    terminal.line("Stopping process " + running.get().pid());
    running.get().process().ifPresent(this::stop);
    terminal.line("Stopped");
    return ExitCode.WELL;
  }

  private void stop(ProcessHandle process) {
    if (!process.destroy()) {
      throw new PlatformException("process %d cannot be stopped".formatted(process.pid()));
    }
    try {
      process.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new PlatformException(
          "process %d has not stopped within %d s; 'kill -9 %d' makes it"
              .formatted(process.pid(), PATIENCE_SECONDS, process.pid()),
          e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
