package dev.quadrille.contracts;

import static org.apache.avro.SchemaCompatibility.SchemaCompatibilityType.COMPATIBLE;
import static org.apache.avro.SchemaCompatibility.checkReaderWriterCompatibility;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;

/**
 * The versions of a schema that were released, {@code src/history/<record>/<n>.avsc}, each as the
 * registry holds it. A released version is never edited: its events lie in topics and tables.
 */
record SchemaHistory(Path folder, List<Schema> versions) {
  private static final Path ROOT = Path.of("src/history");

  static SchemaHistory of(String record) {
    var folder = ROOT.resolve(record);
    var versions = new ArrayList<Schema>();
    for (var file = folder.resolve("1.avsc");
        Files.exists(file);
        file = folder.resolve((versions.size() + 1) + ".avsc")) {
      versions.add(parse(file));
    }
    return new SchemaHistory(folder, List.copyOf(versions));
  }

  /** What is wrong with a schema that is to be the newest version; empty if nothing. */
  List<String> problems(Schema current) {
    var problems = new ArrayList<String>();
    for (var version : versions) {
      var number = versions.indexOf(version) + 1;
      if (!reads(current, version)) {
        problems.add("cannot read events of version " + number);
      }
      if (!reads(version, current)) {
        problems.add("version " + number + " cannot read its events");
      }
    }
    if (problems.isEmpty() && !isNewest(current)) {
      problems.add(
          "add version %d: %s with the content%n%s"
              .formatted(versions.size() + 1, next(), current.toString(true)));
    }
    return problems;
  }

  // Text, not Schema.equals: the registry counts a changed comment as another version too.
  private boolean isNewest(Schema current) {
    return !versions.isEmpty()
        && versions.get(versions.size() - 1).toString().equals(current.toString());
  }

  private Path next() {
    return folder.resolve((versions.size() + 1) + ".avsc");
  }

  private static boolean reads(Schema reader, Schema writer) {
    return checkReaderWriterCompatibility(reader, writer).getType() == COMPATIBLE;
  }

  private static Schema parse(Path file) {
    try {
      return new Schema.Parser().parse(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
