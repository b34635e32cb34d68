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
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The process behind {@link Reaper}. Plain JDK: its class path is this module alone. */
final class ReaperMain {

  static final String DELETE = "delete ";
  static final String FORGET = "forget ";
  static final String CONTAINERS = "containers ";

  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final String mark;
  private final Set<Path> directories = new LinkedHashSet<>();
  private final Set<String> engines = new LinkedHashSet<>();

  private ReaperMain(String mark) {
    this.mark = mark;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    var reaper = new ReaperMain(arguments[0]);
    List.of(arguments).subList(1, arguments.length).forEach(reaper::follow);
    reaper.followOrdersUntilTheOwnerIsGone();
    reaper.endProcesses();
    try {
      reaper.removeContainers();
    } finally {
      reaper.deleteDirectories();
    }
  }

  private void followOrdersUntilTheOwnerIsGone() throws IOException {
    var orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String order = orders.readLine(); order != null; order = orders.readLine()) {
      follow(order);
    }
  }

  private void follow(String order) {
    if (order.startsWith(DELETE)) {
      directories.add(Path.of(order.substring(DELETE.length())));
    } else if (order.startsWith(FORGET)) {
      directories.remove(Path.of(order.substring(FORGET.length())));
    } else {
      engines.add(order.substring(CONTAINERS.length()));
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

  // Their clients have ended, and with them, if in order, the containers.
  private void removeContainers() throws IOException, InterruptedException {
    for (String engine : engines) {
      List<String> left = lines(List.of(engine, "ps", "-aq", "--filter", "label=" + mark));
      if (!left.isEmpty()) {
        var removal = new ArrayList<>(List.of(engine, "rm", "-f"));
        removal.addAll(left);
        lines(removal);
      }
    }
  }

  private static List<String> lines(List<String> command) throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    var lines = process.inputReader(StandardCharsets.UTF_8).lines().toList();
    process.waitFor();
    return lines;
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
