package dev.quadrille.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

class FarewellIT {
  private static final int CLIENTS = 8;

  private final List<String> failures = new CopyOnWriteArrayList<>();
  private final AtomicInteger answered = new AtomicInteger();

  @Test // case P2
  void answersAllThatComesOnConnectionsThatClientsKeep() {
    var service =
        new SpringApplicationBuilder(Tiny.class).run("--server.port=0", "--spring.config.name=no");
    var url =
        URI.create(
            "http://127.0.0.1:%s/work"
                .formatted(service.getEnvironment().getProperty("local.server.port")));
    var clients =
        IntStream.range(0, CLIENTS)
            .mapToObj(
                client ->
                    CompletableFuture.runAsync(
                        () -> keepAsking(url), task -> new Thread(task).start()))
            .toList();
    await()
        .untilAsserted(
            () -> assertThat(answered).as("%s", failures).hasValueGreaterThan(20 * CLIENTS));
    service.close();
    clients.forEach(CompletableFuture::join);
    assertThat(failures).isEmpty();
  }

  /** On one connection, until it is asked to leave that. */
  private void keepAsking(URI url) {
    var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    var request = HttpRequest.newBuilder(url).POST(BodyPublishers.ofString("x")).build();
    var leave = false;
    while (!leave) {
      try {
        var answer = client.send(request, BodyHandlers.discarding());
        answered.incrementAndGet();
        if (answer.statusCode() != 200) {
          failures.add("answered " + answer.statusCode());
        }
        leave = answer.headers().firstValue("Connection").filter("close"::equals).isPresent();
      } catch (IOException e) {
        failures.add(e.toString());
        leave = true;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        leave = true;
      }
    }
  }

  @SpringBootConfiguration(proxyBeanMethods = false)
  @ImportAutoConfiguration({
    TomcatServletWebServerAutoConfiguration.class,
    DispatcherServletAutoConfiguration.class,
    JacksonAutoConfiguration.class,
    WebMvcAutoConfiguration.class,
    WebAutoConfiguration.class
  })
  @RestController
  static class Tiny {

    @PostMapping("/work")
    String work(@RequestBody String what) {
      return what;
    }
  }
}
