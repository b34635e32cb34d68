package dev.quadrille.notification.channel;

import static dev.quadrille.notification.application.Channel.Answer.ACCEPTED;
import static dev.quadrille.notification.application.Channel.Answer.REFUSED;
import static dev.quadrille.notification.channel.ScriptedMailServer.HANG;
import static dev.quadrille.notification.channel.ScriptedMailServer.HANG_UP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quadrille.notification.channel.ChannelProperties.Kind;
import dev.quadrille.notification.domain.News;
import dev.quadrille.notification.domain.Notification;
import dev.quadrille.testkit.RecordingJournal;
import java.io.IOException;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mail.MailSendException;
import org.springframework.mail.javamail.JavaMailSenderImpl;

/** What the channel makes of everything that a mail server can do to it. */
class SmtpFailureIT {
  private final Notification notification =
      new Notification(
          UUID.randomUUID(),
          new News(
              UUID.randomUUID(),
              dev.quadrille.notification.domain.Kind.ORDER_CONFIRMED,
              "ada",
              "subject",
              "body"),
          new RecordingJournal());
  private ScriptedMailServer server;
  private SmtpChannel channel;

  @BeforeEach
  void start() throws IOException {
    server = new ScriptedMailServer();
    channel = channel(server.port());
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  @Test
  void isAcceptedWhenTheServerTakesIt() {
    assertThat(channel.ready()).isTrue();
    assertThat(channel.send(notification)).isEqualTo(ACCEPTED);
  }

  @ParameterizedTest
  @CsvSource({
    "GREETING, 554 go away",
    "GREETING, 421 too busy",
    "MAIL, 550 not from you",
    "MAIL, 451 later",
    "RCPT, 550 no such user",
    "RCPT, 450 greylisted",
    "DATA, 554 no",
    "END, 554 spam",
    "END, 451 disk full",
  })
  void isRefusedWhenTheServerSaysNo(String command, String reply) {
    server.on(command, reply);

    assertThat(channel.send(notification)).isEqualTo(REFUSED);
  }

  @Test
  void isRefusedWhenNobodyListens() throws IOException {
    server.close();

    assertThat(channel.ready()).isFalse();
    assertThat(channel.send(notification)).isEqualTo(REFUSED);
  }

  @Test
  void isRefusedWhenTheServerNeverGreets() {
    server.on("GREETING", HANG);

    assertThat(channel.ready()).isFalse();
    assertThat(channel.send(notification)).isEqualTo(REFUSED);
  }

  @Test
  void isUnknownWhenTheServerHangsUpAfterTheMail() {
    server.on("END", HANG_UP);

    assertThatThrownBy(() -> channel.send(notification)).isInstanceOf(MailSendException.class);
  }

  @Test
  void isUnknownWhenTheServerSaysNothingAfterTheMail() {
    server.on("END", HANG);

    assertThatThrownBy(() -> channel.send(notification)).isInstanceOf(MailSendException.class);
  }

  @ParameterizedTest
  @CsvSource({"221 bye", "''", "' '"})
  void isAcceptedHoweverTheServerTakesItsLeave(String farewell) {
    server.on("QUIT", farewell);

    assertThat(channel.send(notification)).isEqualTo(ACCEPTED);
  }

  private static SmtpChannel channel(int port) {
    var mail = new JavaMailSenderImpl();
    mail.setHost("127.0.0.1");
    mail.setPort(port);
    mail.getJavaMailProperties().setProperty("mail.smtp.connectiontimeout", "1000");
    mail.getJavaMailProperties().setProperty("mail.smtp.timeout", "500");
    mail.getJavaMailProperties().setProperty("mail.smtp.writetimeout", "500");
    var properties = new ChannelProperties(Kind.SMTP, "shop@quadrille.example", "%s@c.example");
    return new SmtpChannel(mail, new Letters(properties));
  }
}
