package dev.quadrille.cli.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;

/** What processes have used of the processor and hold in memory, from {@code /proc}. */
final class ProcessTimes {
  private static final Path PROC = Path.of("/proc");
  // Linux tells clock ticks of a hundredth of a second to programs, whatever its own are.
  private static final double MILLIS_PER_TICK = 10;
  private static final int PARENT = 1;
  private static final int OWN_USER = 11;
  private static final int OWN_SYSTEM = 12;
  private static final int GONE_CHILDREN_USER = 13;
  private static final int GONE_CHILDREN_SYSTEM = 14;

  private ProcessTimes() {}

  /** Whether this machine tells. */
  static boolean areKnown() {
    return Files.isReadable(PROC.resolve("self/stat"));
  }

  /** Processor time of one process in milliseconds; 0 if it is gone. */
  static double ofProcess(long pid) {
    var stat = stat(PROC.resolve(Long.toString(pid)));
    return stat.length == 0 ? 0 : millis(stat, OWN_USER, OWN_SYSTEM);
  }

  /** Processor time of a process and its children, those that have ended included. */
  static double ofFamily(long pid) {
    var stat = stat(PROC.resolve(Long.toString(pid)));
    if (stat.length == 0) {
      return 0;
    }
    return millis(stat, OWN_USER, OWN_SYSTEM)
        + millis(stat, GONE_CHILDREN_USER, GONE_CHILDREN_SYSTEM)
        + ofChildren(pid, "");
  }

  /** Resident memory of one process in MiB. */
  static double residentMib(long pid) {
    try (Stream<String> lines = Files.lines(PROC.resolve(pid + "/status"))) {
      return lines
              .filter(line -> line.startsWith("VmRSS:"))
              .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
              .findFirst()
              .orElse(0)
          / 1024.0;
    } catch (IOException gone) {
      return 0;
    }
  }

  /** Processor time of those living children whose command line holds a text. */
  static double ofChildren(long pid, String commandLine) {
    var parent = Long.toString(pid);
    try (Stream<Path> all = Files.list(PROC)) {
      return all.filter(entry -> Character.isDigit(entry.getFileName().toString().charAt(0)))
          .filter(process -> text(process, "cmdline").contains(commandLine))
          .map(ProcessTimes::stat)
          .filter(stat -> stat.length > 0 && stat[PARENT].equals(parent))
          .mapToDouble(stat -> millis(stat, OWN_USER, OWN_SYSTEM))
          .sum();
    } catch (IOException e) {
      return 0;
    }
  }

  /** Processor time of those threads of a process that live, by what they work for. */
  static Map<ThreadKind, Double> ofThreads(long pid) {
    var millis = new EnumMap<ThreadKind, Double>(ThreadKind.class);
    try (Stream<Path> all = Files.list(PROC.resolve(pid + "/task"))) {
      all.map(thread -> text(thread, "stat"))
          .filter(stat -> !stat.isEmpty())
          .forEach(
              stat ->
                  millis.merge(
                      ThreadKind.of(name(stat)),
                      millis(fields(stat), OWN_USER, OWN_SYSTEM),
                      Double::sum));
    } catch (IOException gone) {
      return Map.of();
    }
    return millis;
  }

  private static double millis(String[] stat, int user, int system) {
    return (Long.parseLong(stat[user]) + Long.parseLong(stat[system])) * MILLIS_PER_TICK;
  }

  /** What follows the name, which is in parentheses and may hold any character. */
  static String[] fields(String stat) {
    return stat.substring(stat.lastIndexOf(')') + 2).split(" ");
  }

  /** The name, between the outermost parentheses. */
  static String name(String stat) {
    return stat.substring(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
  }

  private static String[] stat(Path process) {
    var stat = text(process, "stat");
    return stat.isEmpty() ? new String[0] : fields(stat);
  }

  private static String text(Path process, String file) {
    try {
      return Files.readString(process.resolve(file));
    } catch (IOException gone) {
      return "";
    }
  }
}
