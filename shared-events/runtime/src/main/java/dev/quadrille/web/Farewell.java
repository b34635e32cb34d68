package dev.quadrille.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.springframework.context.SmartLifecycle;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Before the server begins to close, asks clients to leave their connections. Whoever keeps one is
 * sent to this process for as long as it lives, whatever a balancer knows, and a server that closes
 * drops what arrives on it.
 */
final class Farewell extends OncePerRequestFilter implements SmartLifecycle {
  private final Duration time;
  private volatile boolean staying;

  Farewell(Duration time) {
    this.time = time;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (!staying) {
      response.setHeader(HttpHeaders.CONNECTION, "close");
    }
    chain.doFilter(request, response);
  }

  @Override
  public void start() {
    staying = true;
  }

  // In the first phase of all, as by default: the server's comes later and waits for this one.
  @Override
  public void stop(Runnable over) {
    staying = false;
    CompletableFuture.delayedExecutor(time.toMillis(), TimeUnit.MILLISECONDS).execute(over);
  }

  @Override
  public void stop() {
    staying = false;
  }

  @Override
  public boolean isRunning() {
    return staying;
  }
}
