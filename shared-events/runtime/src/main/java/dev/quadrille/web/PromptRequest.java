package dev.quadrille.web;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.time.Duration;

/**
 * A request whose body must have come before a time. The container only limits how long each piece
 * takes, and pieces can be small.
 */
final class PromptRequest extends HttpServletRequestWrapper {
  private final long end;
  private boolean late;

  PromptRequest(HttpServletRequest request, Duration most) {
    super(request);
    this.end = System.nanoTime() + most.toNanos();
  }

  /** Whether the body came too late. */
  boolean isLate() {
    return late;
  }

  /** Takes the rest of the body, which nobody wants, for at most so long. */
  void runOut(Duration most) {
    var end = System.nanoTime() + most.toNanos();
    var rest = new byte[8192];
    try {
      var body = super.getInputStream();
      while (System.nanoTime() - end < 0 && body.read(rest) >= 0) {
        // Not kept.
      }
    } catch (IOException e) {
      // The client is gone, or sends no more: it is answered nevertheless.
    }
  }

  @Override
  public ServletInputStream getInputStream() throws IOException {
    var body = super.getInputStream();
    return new ServletInputStream() {
      @Override
      public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        var read = body.read(bytes, offset, length);
        if (read >= 0 && System.nanoTime() - end > 0) {
          late = true;
          throw new IOException("the body comes too slowly");
        }
        return read;
      }

      @Override
      public boolean isFinished() {
        return body.isFinished();
      }

      @Override
      public boolean isReady() {
        return body.isReady();
      }

      @Override
      public void setReadListener(ReadListener listener) {
        body.setReadListener(listener);
      }
    };
  }
}
