package dev.quadrille.testkit.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

class SchemaRegistryIT {

  private static final String REGISTRATION = "{\"schema\": \"{\\\"type\\\": \\\"string\\\"}\"}";

  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  void keepsSchemasInItsOwnFilesOverARestart() throws Exception {
    try (var registry = SchemaRegistry.temporary().start()) {
      keepsSchemasOverARestart(registry);
    }
  }

  @Test
  void keepsSchemasInPostgresOverARestart() throws Exception {
    var directory = WorkDirectory.temporary();
    try (var postgres = PostgresServer.temporary().start();
        var registry =
            new SchemaRegistry(directory, Ports.free(), postgres.createDatabase("schemas"))
                .start()) {
      keepsSchemasOverARestart(registry);
      assertThat(postgres.database("schemas").ask("SELECT count(*) FROM versions")).isEqualTo("1");
    }
  }

  private void keepsSchemasOverARestart(SchemaRegistry registry) throws Exception {
    String id = post(registry, "/subjects/greeting/versions");

    registry.kill();
    assertThat(registry.isRunning()).isFalse();
    registry.start();

    assertThat(post(registry, "/subjects/greeting/versions")).isEqualTo(id);
    assertThat(get(registry, "/subjects/greeting/versions/1")).contains("string");
  }

  private String post(SchemaRegistry registry, String path)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(registry.ccompatUrl() + path))
            .header("Content-Type", "application/vnd.schemaregistry.v1+json")
            .POST(BodyPublishers.ofString(REGISTRATION));
    return send(request);
  }

  private String get(SchemaRegistry registry, String path)
      throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(URI.create(registry.ccompatUrl() + path)));
  }

  private String send(HttpRequest.Builder request) throws IOException, InterruptedException {
    var response = http.send(request.build(), BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return response.body();
  }
}
