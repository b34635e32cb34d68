package dev.quadrille.testkit.platform;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** What a part printed. */
record LogFile(Path path) {

  /** The last line that tells something, for messages. Bytes that are no UTF-8 do not matter. */
  String lastWords() {
    try {
      String text = new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
      return Arrays.stream(text.split("\n"))
          .filter(line -> !line.isBlank() && !line.stripLeading().startsWith("at "))
          .reduce((earlier, later) -> later)
          .orElse("it printed nothing");
    } catch (IOException e) {
      return "its log " + path + " cannot be read";
    }
  }
}
