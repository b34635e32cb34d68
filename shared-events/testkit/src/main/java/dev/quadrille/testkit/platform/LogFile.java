package dev.quadrille.testkit.platform;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What a part printed from some moment on.
 *
 * @param start how many bytes were there before
 */
record LogFile(Path path, int start) {

  private static final Pattern COMPLAINT =
      Pattern.compile(
          "error|fatal|could not|cannot|exception|no space|failed", Pattern.CASE_INSENSITIVE);

  /** The log as it goes on from now. */
  static LogFile from(Path path) {
    try {
      return new LogFile(path, Files.exists(path) ? Math.toIntExact(Files.size(path)) : 0);
    } catch (IOException e) {
      throw new PlatformException("cannot read %s: %s".formatted(path, e), e);
    }
  }

  /**
   * The line that tells best why something went wrong: the first complaint, for the later ones
   * follow from it, else the last.
   */
  String reason() {
    List<String> lines = lines();
    return lines.stream()
        .filter(line -> COMPLAINT.matcher(line).find())
        .findFirst()
        .orElseGet(() -> lines.isEmpty() ? "it printed nothing" : lines.get(lines.size() - 1));
  }

  private List<String> lines() {
    try {
      byte[] all = Files.readAllBytes(path);
      String text = new String(all, start, all.length - start, StandardCharsets.UTF_8);
      return Arrays.stream(text.split("\n")).filter(line -> !line.isBlank()).toList();
    } catch (IOException e) {
      return List.of("its log " + path + " cannot be read");
    }
  }
}
