package dev.quadrille.cli.bench;

import java.util.Arrays;
import java.util.List;

/** What a thread of a service works for. */
enum ThreadKind {
  REQUESTS("requests", "http-nio-"),
  LANES("lanes", "order.", "inventory.", "account.", "notification.", "kafka-coordinat"),
  RELAY("relay", "debezium-", "kafka-producer-", "pool-"),
  COMPILERS("the JVM's compilers", "C1 Compiler", "C2 Compiler"),
  COLLECTOR("the JVM's collector", "VM Thread"),
  OTHER("all others");

  private final String label;
  private final List<String> names;

  ThreadKind(String label, String... names) {
    this.label = label;
    this.names = List.of(names);
  }

  /**
   * The kind of a thread.
   *
   * @param name as Linux keeps it: the first fifteen characters
   */
  static ThreadKind of(String name) {
    return Arrays.stream(values())
        .filter(kind -> kind.names.stream().anyMatch(name::startsWith))
        .findFirst()
        .orElse(OTHER);
  }

  String label() {
    return label;
  }
}
