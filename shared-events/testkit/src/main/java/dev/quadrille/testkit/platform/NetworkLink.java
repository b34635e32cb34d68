package dev.quadrille.testkit.platform;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A TCP connection between a client and a part that a test can disturb: the client is told the port
 * of the link instead of the part's. Clients of Kafka are told by the broker where to go next, so a
 * broker behind a link must advertise the link: {@code broker.with("advertised.listeners",
 * "PLAINTEXT://127.0.0.1:" + link.port())}.
 */
public final class NetworkLink implements AutoCloseable {

  private final IntSupplier target;
  private final int port = Ports.free();
  private final Weather weather = new Weather();
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private @Nullable ServerSocket entrance;

  private NetworkLink(IntSupplier target) {
    this.target = target;
  }

  /** An undisturbed link to a port of the loopback address. */
  public static NetworkLink to(int port) {
    return to(() -> port);
  }

  /**
   * An undisturbed link that chooses for each connection anew.
   *
   * @param port of the loopback address; one that nobody listens on when there is none
   */
  public static NetworkLink to(IntSupplier port) {
    var link = new NetworkLink(port);
    link.restore();
    return link;
  }

  /** Where clients connect, on the loopback address. */
  public int port() {
    return port;
  }

  /** Holds every byte back for a while, in both directions; the order stays. */
  public void delay(Duration oneWay) {
    weather.delay(oneWay);
  }

  /**
   * Lets nothing through any more, without telling either side: they wait. What is under way
   * arrives after {@link #restore}.
   */
  public void freeze() {
    weather.freeze();
  }

  /** Resets all connections and refuses new ones. */
  public synchronized void cut() {
    if (entrance != null) {
      close(entrance);
      entrance = null;
    }
    for (Socket socket : List.copyOf(sockets)) {
      sockets.remove(socket);
      reset(socket);
    }
  }

  /** Ends all disturbances. Connections that were cut stay so; new ones are accepted. */
  public synchronized void restore() {
    weather.clear();
    if (entrance == null) {
      entrance = open();
      var accepted = entrance;
      daemon("accept", () -> accept(accepted));
    }
  }

  @Override
  public void close() {
    cut();
    weather.clear();
  }

  private ServerSocket open() {
    try {
      return new ServerSocket(port, 0, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new PlatformException("cannot listen on port %d: %s".formatted(port, e), e);
    }
  }

  private void accept(ServerSocket from) {
    while (!from.isClosed()) {
      try {
        join(from.accept());
      } catch (IOException closedOrTargetGone) {
        // The next client finds out for itself.
      }
    }
  }

  private void join(Socket client) throws IOException {
    sockets.add(client);
    var server = new Socket();
    sockets.add(server);
    try {
      server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target.getAsInt()));
    } catch (IOException e) {
      reset(client);
      throw e;
    }
    var directions = new AtomicInteger(2);
    pipe(client, server, directions);
    pipe(server, client, directions);
    // A cut that came between accepting and joining has missed these two.
    if (!sockets.contains(server)) {
      reset(client);
      reset(server);
    }
  }

  private void pipe(Socket from, Socket to, AtomicInteger directions) throws IOException {
    to.setTcpNoDelay(true);
    var pipe = new Pipe(from, to, weather);
    daemon("read", pipe::read);
    daemon(
        "write",
        () -> {
          pipe.write();
          if (directions.decrementAndGet() == 0) {
            forget(from);
            forget(to);
          }
        });
  }

  private void forget(Socket socket) {
    sockets.remove(socket);
    close(socket);
  }

  private void daemon(String name, Runnable work) {
    var thread = new Thread(work, "network-link-%d-%s".formatted(port, name));
    thread.setDaemon(true);
    thread.start();
  }

  /** Ends a connection so that the other side learns at once. */
  static void reset(Socket socket) {
    try {
      // Closing without lingering sends a reset.
      socket.setSoLinger(true, 0);
    } catch (IOException alreadyClosed) {
      return;
    }
    close(socket);
  }

  private static void close(Closeable socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new PlatformException("cannot close " + socket, e);
    }
  }
}
