package dev.quadrille.web;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;

/** A request that waits. Times are those of {@link System#nanoTime}. */
final class Waiter implements AsyncListener {
  private final UUID id;
  private final AsyncContext request;
  private final long end;
  private final long signNanos;
  private long nextSign;
  private volatile boolean gone;

  Waiter(UUID id, AsyncContext request, long now, Duration wait, Duration sign) {
    this.id = id;
    this.request = request;
    this.end = now + wait.toNanos();
    this.signNanos = sign.toNanos();
    this.nextSign = now + signNanos;
  }

  /** What it waits for. */
  UUID id() {
    return id;
  }

  /** Whether nobody waits any more. */
  boolean isGone() {
    return gone;
  }

  boolean isOver(long now) {
    return now - end >= 0;
  }

  /** Has the request asked again. */
  void call() {
    gone = true;
    request.dispatch();
  }

  /** Shows the client, if it is time, that it is not forgotten, and finds out if it is gone. */
  void giveSign(long now) {
    if (now - nextSign < 0) {
      return;
    }
    nextSign = now + signNanos;
    try {
      var response = request.getResponse();
      response.getOutputStream().write(' ');
      response.flushBuffer();
    } catch (IOException e) {
      gone = true;
      request.complete();
    }
  }

  @Override
  public void onComplete(AsyncEvent event) {
    gone = true;
  }

  @Override
  public void onTimeout(AsyncEvent event) {
    // Forgotten, since looking takes too long: it is answered as it stands, or that it cannot be.
    call();
  }

  @Override
  public void onError(AsyncEvent event) {
    gone = true;
  }

  @Override
  public void onStartAsync(AsyncEvent event) {}
}
