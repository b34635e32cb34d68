package dev.quadrille.local;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/** One more of a service, beside the one at the address that the system tells. */
public final class Replica implements AutoCloseable {
  private final URI url;
  private final Path log;
  private final Host host;

  Replica(URI url, Path log, Host host) {
    this.url = url;
    this.log = log;
    this.host = host;
  }

  /** Where it answers, without a path. */
  public URI url() {
    return url;
  }

  /** Where its output goes if its process is its own. */
  public Path log() {
    return log;
  }

  /** The process that it runs in; empty when it is down. */
  public Optional<Long> pid() {
    return host.pid();
  }

  /** Starts it and returns when it is ready. */
  public void start() {
    host.start();
  }

  /**
   * Stops it in order.
   *
   * @return whether it ended by itself, in time and in order; else it was killed
   */
  public boolean stop() {
    return host.stop();
  }

  @Override
  public void close() {
    stop();
  }
}
