package dev.quadrille.testkit.platform;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A program that runs beside this JVM and never outlives it. Its output goes to a file. */
public abstract sealed class ChildProcess implements AutoCloseable permits ChildJvm, Container {
  private static final Duration DYING = Duration.ofSeconds(20);

  private final String name;
  private final Duration grace;
  private final LogFile log;
  private final Process process;

  /**
   * Starts the program.
   *
   * @param name how messages call it
   * @param grace how long it may take to end in order
   * @param log where its output is appended
   */
  ChildProcess(String name, Duration grace, Path log, ProcessBuilder program) {
    this.name = name;
    this.grace = grace;
    this.log = LogFile.from(log);
    program.redirectErrorStream(true);
    program.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    try {
      this.process = program.start();
    } catch (IOException e) {
      throw new PlatformException("cannot start %s: %s".formatted(name, e), e);
    }
  }

  /**
   * Waits until the program is ready.
   *
   * @throws PlatformException when it ends before, or is not ready in time
   */
  public final void awaitReady(BooleanSupplier ready, Duration timeout) {
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

  public final long pid() {
    return process.pid();
  }

  public final boolean isRunning() {
    return process.isAlive();
  }

  /** With which it ended; empty while it runs. */
  public final OptionalInt exitCode() {
    return process.isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue());
  }

  /** Asks the program to end and waits for it; ends it forcibly when it takes too long. */
  public final void stop() {
    process.destroy();
    if (!endedWithin(grace)) {
      kill();
    }
  }

  /** {@code kill -9}. */
  public final void kill() {
    killAtOnce(process);
    if (!endedWithin(DYING)) {
      throw new PlatformException(
          "%s (process %d) cannot be killed".formatted(name, process.pid()));
    }
  }

  /** Ends the program without asking it; fine when it has ended. */
  abstract void killAtOnce(Process process);

  @Override
  public final void close() {
    stop();
  }

  private boolean endedWithin(Duration timeout) {
    try {
      return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      killAtOnce(process);
      return true;
    }
  }
}
