package dev.quadrille.local;

import java.net.URI;

/** One more of a service, beside the one at the address that the system tells. */
public final class Replica implements AutoCloseable {
  private final URI url;
  private final Host host;

  Replica(URI url, Host host) {
    this.url = url;
    this.host = host;
  }

  /** Where it answers, without a path. */
  public URI url() {
    return url;
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
