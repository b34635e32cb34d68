package dev.quadrille.testkit.platform;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ThreadLocalRandom;

/** TCP ports of the loopback address. */
public final class Ports {

  // Below the range from which systems draw the local ports of outgoing connections: a port from
  // there can be taken by any
  // client in the seconds that a part needs to come up.
  private static final int FIRST = 20_000;
  private static final int END = 32_000;
  private static final int ATTEMPTS = 100;

  private Ports() {}

  /** A port that nobody listens on right now. */
  public static int free() {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, END);
      if (isFree(port)) {
        return port;
      }
    }
    throw new PlatformException("no free port between %d and %d".formatted(FIRST, END));
  }

  /**
   * Makes sure that a part can listen on the port.
   *
   * @throws PlatformException when somebody else does
   */
  static void requireFree(int port, String part) {
    if (!isFree(port)) {
      throw new PlatformException(
          "port %d is in use, %s cannot listen on it".formatted(port, part));
    }
  }

  static boolean isListening(int port) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  /** Whether nobody listens on the port right now. */
  public static boolean isFree(int port) {
    try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return true;
    } catch (IOException taken) {
      return false;
    }
  }
}
