package dev.quadrille.cli;

import dev.quadrille.testkit.platform.PlatformException;
import dev.quadrille.testkit.platform.Shell;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Starts {@code up} in a process that outlives this one, and returns when it is ready. */
final class BackgroundLaunch {
  private static final int GLANCE_MILLIS = 200;

  private final Terminal terminal;
  private final StateFile stateFile;
  private final List<String> arguments;

  /**
   * @param arguments those of the command in the background
   */
  BackgroundLaunch(Terminal terminal, StateFile stateFile, List<String> arguments) {
    this.terminal = terminal;
    this.stateFile = stateFile;
    this.arguments = arguments;
  }

  int run() {
    try {
      Process process = launch();
      var abort = new Thread(process::destroy, "abort");
      Runtime.getRuntime().addShutdownHook(abort);
      try (InputStream output = Files.newInputStream(stateFile.output())) {
        while (stateFile.read().isEmpty()) {
          boolean ended = process.waitFor(GLANCE_MILLIS, TimeUnit.MILLISECONDS);
          pass(output);
          if (ended) {
            return process.exitValue();
          }
        }
        pass(output);
      }
      Runtime.getRuntime().removeShutdownHook(abort);
      return ExitCode.WELL;
    } catch (IOException e) {
      throw new PlatformException("cannot start it in the background: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.BAD;
    }
  }

  private Process launch() throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(Quadrille.class.getName());
    command.addAll(arguments);
    return new ProcessBuilder(Shell.detached(command))
        .redirectInput(Path.of("/dev/null").toFile())
        .redirectErrorStream(true)
        .redirectOutput(stateFile.output().toFile())
        .start();
  }

  // Lines are written whole, so each reading ends with one.
  private void pass(InputStream output) throws IOException {
    new String(output.readAllBytes(), StandardCharsets.UTF_8)
        .lines()
        .forEach(
            line -> {
              if (line.startsWith(Terminal.ERROR)) {
                terminal.fail(line.substring(Terminal.ERROR.length()));
              } else {
                terminal.raw(line);
              }
            });
  }
}
