package dev.quadrille.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.quadrille.local.LocalSystem;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Receives spans as a collector does: OTLP over HTTP, in protobuf. */
final class OtlpReceiver implements AutoCloseable {
  private static final String PATH = "/v1/traces";

  private final Queue<Received> received = new ConcurrentLinkedQueue<>();
  private final HttpServer server;

  OtlpReceiver() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext(PATH, this::receive);
    server.start();
  }

  /** Has a system send its spans here: of those requests that ask for it. */
  void listenTo(LocalSystem system) {
    system.configure(
        List.of(
            "--management.opentelemetry.tracing.export.otlp.endpoint=http://127.0.0.1:%d%s"
                .formatted(server.getAddress().getPort(), PATH),
            "--management.opentelemetry.tracing.export.schedule-delay=200ms",
            "--management.tracing.sampling.probability=0"));
  }

  /** What was received of a trace. */
  List<Received> trace(String id) {
    return received.stream().filter(span -> span.trace().equals(id)).toList();
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      var request = ExportTraceServiceRequest.parseFrom(exchange.getRequestBody());
      for (var service : request.getResourceSpansList()) {
        service.getScopeSpansList().stream()
            .flatMap(scope -> scope.getSpansList().stream())
            .forEach(span -> received.add(new Received(name(service), span)));
      }
      exchange.sendResponseHeaders(200, -1);
    }
  }

  private static String name(ResourceSpans service) {
    return service.getResource().getAttributesList().stream()
        .filter(attribute -> attribute.getKey().equals("service.name"))
        .map(attribute -> attribute.getValue().getStringValue())
        .findFirst()
        .orElse("");
  }

  @Override
  public void close() {
    server.stop(0);
  }

  /** A span, and whose it is. */
  record Received(String service, Span span) {

    String trace() {
      return HexFormat.of().formatHex(span.getTraceId().toByteArray());
    }

    String id() {
      return HexFormat.of().formatHex(span.getSpanId().toByteArray());
    }

    String parent() {
      return HexFormat.of().formatHex(span.getParentSpanId().toByteArray());
    }

    @Override
    public String toString() {
      return service + ": " + span.getName();
    }
  }
}
