package dev.quadrille.relay;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A TCP line to a server that can be frozen, as by a stopped process or lost packets, or cut. */
final class FaultyLine implements AutoCloseable {
  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final InetSocketAddress target;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final ReentrantLock flow = new ReentrantLock();
  private final Condition thawed = flow.newCondition();
  private boolean frozen;
  private volatile boolean cut;

  FaultyLine(String host, int port) throws IOException {
    target = new InetSocketAddress(host, port);
    run(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  /** Nothing passes, nothing breaks. */
  void freeze() {
    set(true);
  }

  void thaw() {
    set(false);
  }

  /** Breaks every connection and refuses new ones. */
  void cut() {
    cut = true;
    sockets.forEach(FaultyLine::closeQuietly);
  }

  @Override
  public void close() throws IOException {
    cut();
    server.close();
    thaw();
  }

  private void set(boolean now) {
    flow.lock();
    try {
      frozen = now;
      thawed.signalAll();
    } finally {
      flow.unlock();
    }
  }

  private void accept() throws IOException {
    while (!server.isClosed()) {
      var client = server.accept();
      if (cut) {
        client.close();
        continue;
      }
      var upstream = new Socket();
      sockets.addAll(List.of(client, upstream));
      upstream.connect(target);
      run(() -> pump(client, upstream));
      run(() -> pump(upstream, client));
    }
  }

  private void pump(Socket from, Socket to) throws IOException {
    try (from;
        to) {
      var buffer = new byte[16 * 1024];
      for (int read; (read = from.getInputStream().read(buffer)) >= 0; ) {
        awaitFlow();
        to.getOutputStream().write(buffer, 0, read);
      }
    }
  }

  private void awaitFlow() {
    flow.lock();
    try {
      while (frozen) {
        thawed.awaitUninterruptibly();
      }
    } finally {
      flow.unlock();
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void run(Work work) {
    var thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException closed) {
                // The end of a connection, or of the line.
                return;
              }
            },
            "faulty-line");
    thread.setDaemon(true);
    thread.start();
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException alreadyBroken) {
      return;
    }
  }
}
