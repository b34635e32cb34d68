package dev.quadrille.testkit.platform;

/** The ports that the parts listen on, all on the loopback address. */
public record PlatformPorts(int postgres, int kafka, int registry) {

  /** Ports that nobody listens on right now. */
  public static PlatformPorts free() {
    return new PlatformPorts(Ports.free(), Ports.free(), Ports.free());
  }
}
