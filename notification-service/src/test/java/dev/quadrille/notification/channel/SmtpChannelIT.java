package dev.quadrille.notification.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.quadrille.contracts.OrderConfirmed;
import dev.quadrille.handling.DeliveredBatch;
import dev.quadrille.notification.NotificationApplication;
import dev.quadrille.notification.application.Channel;
import dev.quadrille.testkit.RunningService;
import dev.quadrille.testkit.platform.Ports;
import jakarta.mail.MessagingException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The service as it is, its courier at work, and a real mail server. */
class SmtpChannelIT {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final int PORT = Ports.free();
  private static RunningService service;

  private GreenMail server;

  @BeforeAll
  static void startService() {
    service =
        RunningService.start(
            NotificationApplication.class,
            "notification",
            "quadrille.notification.channel=smtp",
            "quadrille.notification.sender=shop@quadrille.example",
            "spring.mail.host=127.0.0.1",
            "spring.mail.port=" + PORT);
  }

  @AfterAll
  static void stopService() {
    service.close();
  }

  @BeforeEach
  void startServer() {
    server = new GreenMail(new ServerSetup(PORT, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    server.start();
  }

  @AfterEach
  void stopServer() {
    server.stop();
  }

  @Test
  void mailsTheCustomerAndSaysSo() throws MessagingException {
    var order = confirm("ada");
    await().atMost(SOON).until(() -> status(order).equals("3"));

    assertThat(server.getReceivedMessages()).hasSize(1);
    var mail = server.getReceivedMessages()[0];
    assertThat(mail.getAllRecipients())
        .extracting(Object::toString)
        .containsExactly("ada@customers.example");
    assertThat(mail.getFrom())
        .extracting(Object::toString)
        .containsExactly("shop@quadrille.example");
    assertThat(mail.getMessageID())
        .isEqualTo("<%s.order_confirmed@quadrille.example>".formatted(order));
    assertThat(mail.getSubject()).isEqualTo("Your order 7  Bcc: eve@x.example is confirmed");
    assertThat(mail.getHeader("Bcc")).isNull();
    assertThat(
            service
                .database()
                .ask("SELECT event_type FROM outbox WHERE aggregate_id = '%s'".formatted(order)))
        .isEqualTo("dev.quadrille.contracts.NotificationSent");
  }

  @Test
  void refusesACustomerWhoHasNoAddress() {
    var order = confirm("nobody in particular");
    await().atMost(SOON).until(() -> status(order).equals("4"));

    assertThat(server.getReceivedMessages()).isEmpty();
  }

  @Test
  void waitsForAServerThatIsDown() {
    server.stop();
    var order = confirm("bob");
    assertThat(service.bean(Channel.class).ready()).isFalse();
    assertThat(status(order)).isEqualTo("1");

    startServer();
    await().atMost(SOON).until(() -> status(order).equals("3"));
    assertThat(server.getReceivedMessages()).hasSize(1);
  }

  private static UUID confirm(String customerId) {
    var order = UUID.randomUUID();
    var number = "7\r\nBcc: eve@x.example";
    var now = Instant.parse("2026-01-01T12:00:00Z");
    DeliveredBatch.deliver(
        service, List.of(new OrderConfirmed(order, customerId, number, "EUR", 1250L, now)));
    return order;
  }

  private static String status(UUID order) {
    return service
        .database()
        .ask("SELECT state FROM notification WHERE order_id = '%s'".formatted(order));
  }
}
