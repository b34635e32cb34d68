package dev.quadrille.testkit.platform;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Ends the processes and containers that this JVM owns and deletes its temporary directories once
 * this JVM is gone: also after {@code kill -9}, when no shutdown hook runs.
 *
 * <p>It is a tiny process of its own that reads from this JVM. However this JVM ends, the operating
 * system closes the pipe, and {@link ReaperMain} goes to work. Owned processes carry the mark of
 * their owner on their command line, so none can be missed between its start and its registration,
 * and no stranger's process is ever touched.
 */
final class Reaper {

  private static final int MOST_REPLACEMENTS = 5;
  private static final Reaper OF_THIS_JVM = new Reaper();

  private final String mark = "quadrille.owner=" + UUID.randomUUID();
  // What a successor must be told.
  private final Set<String> standing = new LinkedHashSet<>();
  private PrintStream orders;
  private int replacements;

  private Reaper() {
    orders = launch();
  }

  static Reaper ofThisJvm() {
    return OF_THIS_JVM;
  }

  /** What each process that this JVM owns must have on its command line. */
  String mark() {
    return mark;
  }

  void deleteAtTheEnd(Path directory) {
    order(ReaperMain.DELETE + directory);
  }

  synchronized void forget(Path directory) {
    standing.remove(ReaperMain.DELETE + directory);
    orders.println(ReaperMain.FORGET + directory);
  }

  /** Containers are nobody's child processes: those that carry the mark as a label are removed. */
  void removeContainersAtTheEnd(Path engine) {
    order(ReaperMain.CONTAINERS + engine);
  }

  // A PrintStream swallows the broken pipe of a reaper that somebody killed; its successor knows
  // all.
  private synchronized void order(String order) {
    if (standing.add(order)) {
      orders.println(order);
    }
  }

  private synchronized void replace() {
    if (replacements++ < MOST_REPLACEMENTS) {
      orders = launch();
    }
  }

  private PrintStream launch() {
    var command =
        new ArrayList<>(
            List.of(
                Java.executable(),
                "-Xmx16m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                ReaperMain.class.getName(),
                mark));
    command.addAll(standing);
    var builder = new ProcessBuilder(Shell.inOwnSession(command));
    builder.environment().put("CLASSPATH", Java.locationOf(ReaperMain.class));
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    try {
      Process process = builder.start();
      process.onExit().thenRun(this::replace);
      return new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new PlatformException("cannot start a helper process: " + e, e);
    }
  }
}
