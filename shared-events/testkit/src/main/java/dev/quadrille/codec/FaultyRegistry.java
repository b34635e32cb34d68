package dev.quadrille.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Base64;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands before a registry, counts what passes, and misbehaves on demand. */
public final class FaultyRegistry implements AutoCloseable {
  private final URI behind;
  private final HttpClient http = HttpClient.newHttpClient();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger requests = new AtomicInteger();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final HttpServer server;
  private volatile Behaviour behaviour = this::pass;

  /** A registry that behaves, until it is told not to. */
  public FaultyRegistry(URI behind) {
    this.behind = behind;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /** Where it answers. */
  public URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + behind.getPath());
  }

  /** How often it was asked. */
  public int requests() {
    return requests.get();
  }

  /** Behaves again. */
  public void passOn() {
    behaviour = this::pass;
  }

  /** Answers everything so. */
  public void answer(int status, String body) {
    behaviour = exchange -> send(exchange, status, body.getBytes(UTF_8));
  }

  /** Passes on what comes with a login, and sends everybody else away as a proxy would. */
  public void letIn(String username, String password) {
    var login = Base64.getEncoder().encodeToString((username + ":" + password).getBytes(UTF_8));
    behaviour =
        exchange -> {
          if (("Basic " + login).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            pass(exchange);
          } else {
            exchange.getResponseHeaders().add("WWW-Authenticate", "Basic realm=\"registry\"");
            send(exchange, 401, "<html>".getBytes(UTF_8));
          }
        };
  }

  /** Closes each connection without an answer. */
  public void hangUp() {
    behaviour = HttpExchange::close;
  }

  /** Passes on one more request, then hangs up. */
  void hangUpAfterTheNext() {
    behaviour =
        exchange -> {
          hangUp();
          pass(exchange);
        };
  }

  /** Lets callers wait. */
  public void neverAnswer() {
    behaviour = exchange -> awaitClose();
  }

  /** Sends the head and one byte, then nothing more. */
  public void neverFinish() {
    behaviour =
        exchange -> {
          exchange.sendResponseHeaders(200, 100);
          exchange.getResponseBody().write('{');
          exchange.getResponseBody().flush();
          awaitClose();
        };
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    requests.incrementAndGet();
    try (exchange) {
      behaviour.handle(exchange);
    }
  }

  private void pass(HttpExchange exchange) throws IOException {
    var target = behind.resolve(exchange.getRequestURI().toString());
    var body = BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes());
    var request =
        HttpRequest.newBuilder(target)
            .method(exchange.getRequestMethod(), body)
            .header("Content-Type", "application/vnd.schemaregistry.v1+json")
            .build();
    try {
      var response = http.send(request, BodyHandlers.ofByteArray());
      send(exchange, response.statusCode(), response.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitClose() {
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  private interface Behaviour {
    void handle(HttpExchange exchange) throws IOException;
  }
}
