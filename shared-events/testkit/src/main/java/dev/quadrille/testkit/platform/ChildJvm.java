package dev.quadrille.testkit.platform;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A Java program in a process of its own that never outlives this one. Its class path is this JVM's
 * unless the arguments or the environment say otherwise; its output goes to a file.
 */
public final class ChildJvm implements AutoCloseable {

  static final String QUIET_LOGGING = "dev/quadrille/testkit/platform/child-logback.xml";

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final String name;
  private final LogFile log;
  private final Process process;

  private ChildJvm(String name, LogFile log, Process process) {
    this.name = name;
    this.log = log;
    this.process = process;
  }

  /**
   * Starts the program.
   *
   * @param name how messages call it
   * @param log where its output is appended; its temporary files go beside it
   * @param environment added to this process's environment
   * @param arguments what follows {@code java}: options, the main class or {@code -jar}, and its
   *     arguments
   */
  public static ChildJvm start(
      String name, Path log, Map<String, String> environment, List<String> arguments) {
    // Temporary files: a killed JVM leaves its unpacked native libraries behind.
    Path temporary = Directories.create(log.resolveSibling("tmp"));
    var command =
        new ArrayList<>(
            List.of(
                Java.executable(),
                "-D" + Reaper.ofThisJvm().mark(),
                "-Djava.io.tmpdir=" + temporary,
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData"));
    command.addAll(Java.compilerOptions());
    command.addAll(arguments);
    LogFile output = LogFile.from(log);
    var builder = new ProcessBuilder(Shell.ignoringTheTerminal(command)).redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().put("CLASSPATH", Java.classPath());
    builder.environment().putAll(environment);
    try {
      return new ChildJvm(name, output, builder.start());
    } catch (IOException e) {
      throw new PlatformException("cannot start %s: %s".formatted(name, e), e);
    }
  }

  /**
   * Waits until the program is ready.
   *
   * @throws PlatformException when it ends before, or is not ready in time
   */
  public void awaitReady(BooleanSupplier ready, Duration timeout) {
    Waiting.until(
        () -> {
          if (!process.isAlive()) {
            throw new PlatformException(
                "%s ended with code %d while starting: %s"
                    .formatted(name, process.exitValue(), log.reason()));
          }
          return ready.getAsBoolean();
        },
        timeout,
        () ->
            "%s was not ready within %d s: %s".formatted(name, timeout.toSeconds(), log.reason()));
  }

  public long pid() {
    return process.pid();
  }

  public boolean isRunning() {
    return process.isAlive();
  }

  /** With which it ended; empty while it runs. */
  public OptionalInt exitCode() {
    return process.isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue());
  }

  /** Asks the program to end and waits for it; ends it forcibly when it takes too long. */
  public void stop() {
    process.destroy();
    if (!endedWithin(PATIENCE)) {
      kill();
    }
  }

  /** {@code kill -9}. */
  public void kill() {
    process.destroyForcibly();
    if (!endedWithin(PATIENCE)) {
      throw new PlatformException(
          "%s (process %d) cannot be killed".formatted(name, process.pid()));
    }
  }

  @Override
  public void close() {
    stop();
  }

  private boolean endedWithin(Duration timeout) {
    try {
      return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
      return true;
    }
  }
}
