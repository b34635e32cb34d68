package dev.quadrille.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.commons.ClassRemapper;
import net.bytebuddy.jar.asm.commons.Remapper;

/**
 * Confluent's serde under its own names. The usual repositories hold it only as part of Pulsar,
 * with its packages and Avro's renamed; this renames them back.
 */
final class ConfluentClasses extends ClassLoader {
  private static final String RENAMED = "org/apache/pulsar/kafka/shade/";

  ConfluentClasses(ClassLoader parent) {
    super(parent);
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (!name.startsWith("io.confluent.")) {
      throw new ClassNotFoundException(name);
    }
    var file = RENAMED + name.replace('.', '/') + ".class";
    try (var renamed = getResourceAsStream(file)) {
      if (renamed == null) {
        throw new ClassNotFoundException(name);
      }
      var writer = new ClassWriter(0);
      new ClassReader(renamed).accept(new ClassRemapper(writer, new OwnNames()), 0);
      var bytes = writer.toByteArray();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  /** What a service loader reads, which names classes as they are called here. */
  @Override
  protected Enumeration<URL> findResources(String name) throws IOException {
    var renamed =
        getResource(name.replace("/io.confluent.", "/" + dotted(RENAMED) + "io.confluent."));
    if (!name.startsWith("META-INF/services/io.confluent.") || renamed == null) {
      return Collections.emptyEnumeration();
    }
    var file = Files.createTempFile("service", null);
    file.toFile().deleteOnExit();
    try (var content = renamed.openStream()) {
      Files.writeString(
          file, new String(content.readAllBytes(), UTF_8).replace(dotted(RENAMED), ""));
    }
    return Collections.enumeration(List.of(file.toUri().toURL()));
  }

  private static String dotted(String name) {
    return name.replace('/', '.');
  }

  private static final class OwnNames extends Remapper {
    OwnNames() {
      super(Opcodes.ASM9);
    }

    @Override
    public String map(String name) {
      return name.replace(RENAMED + "io/confluent/", "io/confluent/")
          .replace(RENAMED + "avro/", "org/apache/avro/");
    }
  }
}
