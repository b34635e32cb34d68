package dev.quadrille.testkit.platform;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A Java program in a process of its own. Its class path is this JVM's unless the arguments or the
 * environment say otherwise.
 */
public final class ChildJvm extends ChildProcess {

  static final String QUIET_LOGGING = "dev/quadrille/testkit/platform/child-logback.xml";

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private ChildJvm(String name, Path log, ProcessBuilder program) {
    super(name, PATIENCE, log, program);
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
    var builder = new ProcessBuilder(Shell.ignoringTheTerminal(command));
    builder.environment().put("CLASSPATH", Java.classPath());
    builder.environment().putAll(environment);
    return new ChildJvm(name, log, builder);
  }

  @Override
  void killAtOnce(Process process) {
    process.destroyForcibly();
  }
}
