package dev.quadrille.testkit.platform;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The process behind {@link Reaper}. Plain JDK: its class path is this module alone. */
final class ReaperMain {

  static final String DELETE = "delete ";
  static final String FORGET = "forget ";

  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final String mark;
  private final Set<Path> directories = new LinkedHashSet<>();

  private ReaperMain(String mark, List<String> directories) {
    this.mark = mark;
    directories.forEach(directory -> this.directories.add(Path.of(directory)));
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    var reaper = new ReaperMain(arguments[0], List.of(arguments).subList(1, arguments.length));
    reaper.followOrdersUntilTheOwnerIsGone();
    reaper.endProcesses();
    reaper.deleteDirectories();
  }

  private void followOrdersUntilTheOwnerIsGone() throws IOException {
    var orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String order = orders.readLine(); order != null; order = orders.readLine()) {
      if (order.startsWith(DELETE)) {
        directories.add(Path.of(order.substring(DELETE.length())));
      } else {
        directories.remove(Path.of(order.substring(FORGET.length())));
      }
    }
  }

  private void endProcesses() throws InterruptedException {
    Instant start = Instant.now();
    List<ProcessHandle> owned = owned();
    owned.forEach(ProcessHandle::destroy);
    while (!owned.isEmpty() && Instant.now().isBefore(start.plus(PATIENCE))) {
      Thread.sleep(100);
      owned = owned();
      if (Instant.now().isAfter(start.plus(GRACE))) {
        owned.forEach(ProcessHandle::destroyForcibly);
      }
    }
  }

  private List<ProcessHandle> owned() {
    return ProcessHandle.allProcesses()
        .filter(process -> process.pid() != ProcessHandle.current().pid())
        .filter(process -> process.info().commandLine().orElse("").contains(mark))
        .toList();
  }

  // Repeated, for the last files may be written by processes that carry no mark and end by
  // themselves, like initdb.
  private void deleteDirectories() throws InterruptedException {
    Instant start = Instant.now();
    while (!directories.isEmpty() && Instant.now().isBefore(start.plus(PATIENCE))) {
      directories.forEach(ReaperMain::tryToDelete);
      Thread.sleep(500);
      directories.removeIf(directory -> !Files.exists(directory));
    }
  }

  private static void tryToDelete(Path directory) {
    try {
      Directories.delete(directory);
    } catch (UncheckedIOException stillInUse) {
      // The next round finds it.
    }
  }
}
