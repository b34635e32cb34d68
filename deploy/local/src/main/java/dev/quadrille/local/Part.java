package dev.quadrille.local;

import java.util.Optional;
import java.util.function.Supplier;

/** A part of the system that can go down and be started again: a service or what they stand on. */
public final class Part {
  public static final String POSTGRES = "PostgreSQL";
  public static final String KAFKA = "Kafka";
  public static final String REGISTRY = "schema registry";

  private final String label;
  private final int port;
  private final Supplier<Optional<Long>> pid;
  private final Runnable start;

  Part(String label, int port, Supplier<Optional<Long>> pid, Runnable start) {
    this.label = label;
    this.port = port;
    this.pid = pid;
    this.start = start;
  }

  public String label() {
    return label;
  }

  /** The port of the loopback address that it listens on. */
  public int port() {
    return port;
  }

  /** The process that it runs in; empty when it is down. */
  public Optional<Long> pid() {
    return pid.get();
  }

  void start() {
    start.run();
  }
}
