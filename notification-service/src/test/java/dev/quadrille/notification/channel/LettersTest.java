package dev.quadrille.notification.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.notification.channel.ChannelProperties.Kind;
import dev.quadrille.notification.domain.News;
import dev.quadrille.notification.domain.Notification;
import dev.quadrille.testkit.RecordingJournal;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.util.Properties;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LettersTest {
  private static final UUID ORDER = UUID.fromString("01900000-0000-7000-8000-000000000001");

  private final Letters letters =
      new Letters(new ChannelProperties(Kind.SMTP, "shop@quadrille.example", "%s@c.example"));

  @Test
  void makesAnAddressOfTheCustomersId() {
    assertThat(letters.recipient("ada-7")).contains("ada-7@c.example");
  }

  @Test
  void takesAnIdThatIsAnAddress() {
    assertThat(letters.recipient("ada+orders@mail.example")).contains("ada+orders@mail.example");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "two words",
        "ada\r\nBcc: eve",
        "ada@x.example\r\nBcc: eve@x.example",
        "ada@x.example\n",
        "ada@x.example, eve@x.example",
        "ada@x.example,eve@x.example",
        "all: ada@x.example, eve@x.example;",
        "Ada <ada@x.example>",
        "\"ada eve\"@x.example",
        "ada@x.example (eve)",
        "ada@@x.example",
        "@x.example",
        "ada@",
        "ада@x.example",
        "ada@x.example\u0000",
        "a1234567890123456789012345678901234567890123456789012345678901234567890",
      })
  void writesToNobodyWhereAnIdMakesNoAddress(String customerId) {
    assertThat(letters.recipient(customerId)).isEmpty();
  }

  @Test
  void writesPlainTextUnderOneSubject() throws MessagingException, IOException {
    var letter = letter("Your order Größe 7 is confirmed");

    assertThat(letter.getSubject()).isEqualTo("Your order Größe 7 is confirmed");
    assertThat(letter.getContent()).isEqualTo("Grüße 🎉");
    assertThat(letter.getFrom())
        .extracting(Object::toString)
        .containsOnly("shop@quadrille.example");
    assertThat(letter.getAllRecipients())
        .extracting(Object::toString)
        .containsOnly("ada@x.example");
  }

  @Test
  void namesEveryMailAboutTheSameAlike() throws MessagingException {
    var expected = "<01900000-0000-7000-8000-000000000001.order_confirmed@quadrille.example>";

    assertThat(letter("once").getMessageID()).isEqualTo(expected);
    assertThat(letter("again").getMessageID()).isEqualTo(expected);
  }

  private MimeMessage letter(String subject) throws MessagingException {
    var kind = dev.quadrille.notification.domain.Kind.ORDER_CONFIRMED;
    var news = new News(ORDER, kind, "ada@x.example", subject, "Grüße 🎉");
    var notification = new Notification(UUID.randomUUID(), news, new RecordingJournal());
    var letter = new MimeMessage(Session.getInstance(new Properties()));
    letters.write(notification, "ada@x.example", letter);
    return letter;
  }
}
