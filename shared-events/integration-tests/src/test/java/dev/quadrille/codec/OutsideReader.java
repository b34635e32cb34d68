package dev.quadrille.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static java.util.concurrent.TimeUnit.MINUTES;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.avro.generic.IndexedRecord;

/**
 * Confluent's client for JavaScript, in a process of its own: {@code src/test/outside-reader}.
 * Where it cannot be had, what asks is skipped, and says so; or fails, with {@code
 * -Dquadrille.outside-reader=required}, as a build does that has to prove something.
 */
final class OutsideReader {
  private static final Path SOURCE = Path.of("src/test/outside-reader");
  private static final Path HOME = Path.of("target/outside-reader");
  private static final List<String> FILES =
      List.of("package.json", "package-lock.json", "reader.js");

  /** The status of what was still running when nobody waited any more. */
  private static final int NEVER = -1;

  private static final boolean REQUIRED =
      "required".equals(System.getProperty("quadrille.outside-reader"));

  private static boolean tried;

  private final URI registry;

  private OutsideReader(URI registry) {
    this.registry = registry;
  }

  /** Installs it with npm. */
  static OutsideReader of(URI registry) throws IOException {
    for (var tool : List.of("node", "npm")) {
      orDoWithout(isThere(tool), () -> tool + " is not on this machine");
    }
    Files.createDirectories(HOME);
    installAlone();
    return new OutsideReader(registry);
  }

  // Tests run in several JVMs side by side, and share what is installed.
  private static synchronized void installAlone() throws IOException {
    try (var channel = FileChannel.open(HOME.resolve("lock"), CREATE, WRITE)) {
      channel.lock();
      for (var file : FILES) {
        var copy = HOME.resolve(file);
        if (!isSame(SOURCE.resolve(file), copy)) {
          Files.copy(SOURCE.resolve(file), copy, StandardCopyOption.REPLACE_EXISTING);
        }
      }
      install();
    }
  }

  // Once: where npm has no way out, one test waits for it, not each.
  private static void install() throws IOException {
    var wanted = SOURCE.resolve("package-lock.json");
    var installed = HOME.resolve("installed");
    if (isSame(wanted, installed)) {
      return;
    }
    var output = HOME.resolve("npm.log");
    if (!tried) {
      tried = true;
      Files.deleteIfExists(installed);
      var status =
          run(
              "",
              output,
              "npm",
              "ci",
              "--prefer-offline",
              "--ignore-scripts",
              "--no-audit",
              "--no-fund");
      if (status == 0) {
        Files.copy(wanted, installed, StandardCopyOption.REPLACE_EXISTING);
      }
    }
    orDoWithout(Files.exists(installed), () -> "npm says " + read(output));
  }

  private static boolean isSame(Path file, Path copy) throws IOException {
    return Files.exists(copy) && Files.mismatch(file, copy) == -1;
  }

  private static void orDoWithout(boolean there, Supplier<String> otherwise) {
    if (there) {
      return;
    }
    var why = "No outside reader: " + otherwise.get();
    if (REQUIRED) {
      throw new AssertionError(why);
    }
    assumeTrue(false, why);
  }

  /** Answers each line of input with a line of output. */
  List<String> ask(List<String> lines) throws IOException {
    var output = Files.createTempFile(HOME, "answers", "");
    var status = run(String.join("\n", lines), output, "node", "reader.js", registry.toString());
    if (status != 0) {
      throw new IllegalStateException(read(output));
    }
    return Files.readAllLines(output);
  }

  /** A value as somebody sees it who knows Avro's types and none of ours. */
  static Object plain(Object value) {
    if (value instanceof IndexedRecord record) {
      var fields = new LinkedHashMap<String, Object>();
      record
          .getSchema()
          .getFields()
          .forEach(field -> fields.put(field.name(), plain(record.get(field.pos()))));
      return fields;
    }
    if (value instanceof Collection<?> items) {
      return items.stream().map(OutsideReader::plain).toList();
    }
    if (value instanceof Instant instant) {
      return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }
    return value instanceof Number ? value : value.toString();
  }

  private static boolean isThere(String tool) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
  }

  private static int run(String input, Path output, String... command) throws IOException {
    var process =
        new ProcessBuilder(command)
            .directory(HOME.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try (var stdin = process.getOutputStream()) {
      stdin.write(input.getBytes(UTF_8));
    }
    try {
      return process.waitFor(3, MINUTES) ? process.exitValue() : NEVER;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      process.destroyForcibly();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
