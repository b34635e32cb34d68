package dev.quadrille.order.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quadrille.order.OrderApplication;
import dev.quadrille.testkit.RunningService;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.web.filter.FormContentFilter;

/** What a request may take of the service, and what an answer or a log line may tell. */
@ExtendWith(OutputCaptureExtension.class)
class LimitsIT {
  private static final String MARKER = "marker-of-a-person";
  private static final String CLOSED = "closed";
  private static RunningService service;
  private static String token;

  @BeforeAll
  static void start() {
    service =
        RunningService.start(
            OrderApplication.class,
            "order",
            "quadrille.order.sweep-pause=1h",
            "quadrille.web.request.upload=1s");
    token = service.tokens().merchant("shop-1", Duration.ofMinutes(10));
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @Test
  void givesUpABodyThatComesTooSlowly() throws IOException {
    try (var socket = connect()) {
      var out = socket.getOutputStream();
      out.write(head("POST /orders", "Content-Length: 1000\r\n"));
      out.write('{');
      out.flush();
      socket.setSoTimeout(200);
      assertThat(dripUntilAnswered(socket)).startsWith("HTTP/1.1 408").contains("request-timeout");
    }
  }

  @Test
  void waitsForNoBodyOfAStranger() throws IOException {
    try (var socket = connect()) {
      var out = socket.getOutputStream();
      out.write(
          "POST /orders HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n"
              .getBytes(StandardCharsets.US_ASCII));
      out.flush();
      socket.setSoTimeout(200);
      assertThat(dripUntilAnswered(socket)).startsWith("HTTP/1.1 401");
      assertThat(dripUntilAnswered(socket)).as("the connection").isEqualTo(CLOSED);
    }
  }

  @Test
  void readsNoFormsBeforeItKnowsWhoSendsThem() {
    assertThatThrownBy(() -> service.bean(FormContentFilter.class))
        .isInstanceOf(NoSuchBeanDefinitionException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET /orders/|", "GET /orders/%zz", "GET /orders//x;y", "nonsense /"})
  void answersWhatTomcatAndTheFirewallRefuseWithoutDetails(String line) throws IOException {
    assertThat(raw(line, ""))
        .startsWith("HTTP/1.1 4")
        .doesNotContain("html", "Tomcat", "Exception", "\tat ");
  }

  @Test
  void refusesHeadersThatAreTooLong() throws IOException {
    assertThat(raw("GET /orders/7", "X: " + "x".repeat(10_000) + "\r\n"))
        .startsWith("HTTP/1.1 4")
        .doesNotContain("html");
  }

  @ParameterizedTest // case R6
  @ValueSource(
      strings = {
        "{\"merchantOrderNo\":\"n\",\"customerId\":\"%s\",\"currency\":\"EUR\",\"lines\":[]}",
        "{\"merchantOrderNo\":\"n\",\"customerId\":\"%s\",\"currency\":\"%s\",\"lines\":7}",
        "{\"%s\":1}",
        "{\"merchantOrderNo\":\"%s",
        "%s"
      })
  void tellsNothingOfABadRequest(String body, CapturedOutput output) {
    var answer =
        service
            .calledBy("shop-1")
            .post("/orders?q=" + MARKER, body.replace("%s", MARKER), UUID.randomUUID().toString());
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body().toString())
        .doesNotContain(MARKER, "Exception", "SELECT", token)
        .contains("urn:quadrille:problem:");
    assertThat(output).doesNotContain(MARKER).doesNotContain(token);
  }

  @ParameterizedTest // case R6
  @ValueSource(strings = {"/orders/" + MARKER, "/orders?merchantOrderNo=%00" + MARKER})
  void tellsNothingOfABadQuestion(String path, CapturedOutput output) {
    var answer = service.calledBy("shop-1").get(path);
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.text("detail")).doesNotContain(MARKER);
    assertThat(output).doesNotContain(MARKER);
  }

  private static String raw(String line, String more) throws IOException {
    try (var socket = connect()) {
      socket.getOutputStream().write(head(line, "Connection: close\r\n" + more));
      socket.setSoTimeout(10_000);
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  private static Socket connect() throws IOException {
    return new Socket("127.0.0.1", service.url().getPort());
  }

  private static byte[] head(String line, String more) {
    return (line
            + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nIdempotency-Key: "
            + UUID.randomUUID()
            + "\r\nAuthorization: Bearer "
            + token
            + "\r\n"
            + more
            + "\r\n")
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static String dripUntilAnswered(Socket socket) throws IOException {
    var answer = new byte[4096];
    try {
      for (var i = 0; i < 100; i++) {
        var length = readOrDrip(socket, answer);
        if (length != 0) {
          return length < 0 ? CLOSED : new String(answer, 0, length, StandardCharsets.US_ASCII);
        }
      }
    } catch (SocketException reset) {
      return CLOSED;
    }
    return "never answered";
  }

  private static int readOrDrip(Socket socket, byte[] answer) throws IOException {
    try {
      return socket.getInputStream().read(answer);
    } catch (SocketTimeoutException stillReading) {
      socket.getOutputStream().write(' ');
      return 0;
    }
  }
}
