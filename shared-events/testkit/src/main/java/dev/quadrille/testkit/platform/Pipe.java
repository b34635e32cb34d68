package dev.quadrille.testkit.platform;

import java.io.IOException;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * One direction of one connection. Reading and writing are two threads, so that a delay delays but
 * does not throttle.
 */
final class Pipe {

  private static final int CHUNK = 16 * 1024;
  // So much may be under way; then the sender feels the congestion.
  private static final int MOST_CHUNKS = 256;

  private final Socket from;
  private final Socket to;
  private final Weather weather;
  private final BlockingQueue<Chunk> underWay = new LinkedBlockingQueue<>(MOST_CHUNKS);

  Pipe(Socket from, Socket to, Weather weather) {
    this.from = from;
    this.to = to;
    this.weather = weather;
  }

  /** Takes in what the one side sends, until it has sent all. */
  void read() {
    try {
      byte[] buffer = new byte[CHUNK];
      int length;
      do {
        length = readFrom(buffer);
        underWay.put(new Chunk(Arrays.copyOf(buffer, Math.max(length, 0)), weather.arrival()));
      } while (length >= 0);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Hands it out to the other side, and then tells that side that no more will come. */
  void write() {
    try {
      Chunk chunk = next();
      while (chunk.bytes().length > 0) {
        to.getOutputStream().write(chunk.bytes());
        chunk = next();
      }
      to.shutdownOutput();
    } catch (IOException receiverGone) {
      NetworkLink.reset(from);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Chunk next() throws InterruptedException {
    Chunk chunk = underWay.take();
    weather.awaitArrival(chunk.arrival());
    return chunk;
  }

  // A reset is an end like any other.
  private int readFrom(byte[] buffer) {
    try {
      return from.getInputStream().read(buffer);
    } catch (IOException reset) {
      return -1;
    }
  }

  /**
   * Bytes under way; none mark the end.
   *
   * @param arrival when they may arrive, as {@link System#nanoTime}
   */
  private record Chunk(byte[] bytes, long arrival) {}
}
