package dev.quadrille.notification.channel;

import dev.quadrille.notification.domain.Notification;
import jakarta.mail.Message.RecipientType;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Turns a notification into a mail. */
final class Letters {
  /**
   * One bare address. Narrower than RFC 5322 on purpose: no names, lists, groups, comments or
   * quotes, so that an id reaches one mailbox or none.
   */
  private static final Pattern ADDRESS =
      Pattern.compile("[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,190}");

  private final ChannelProperties properties;

  Letters(ChannelProperties properties) {
    this.properties = properties;
  }

  /**
   * The address of a customer.
   *
   * @return empty if the id makes none
   */
  Optional<String> recipient(String customerId) {
    var address =
        customerId.contains("@")
            ? customerId
            : properties.recipientTemplate().replace("%s", customerId);
    return Optional.of(address).filter(candidate -> ADDRESS.matcher(candidate).matches());
  }

  /** Writes the mail into an empty one. */
  void write(Notification notification, String recipient, MimeMessage mail)
      throws MessagingException {
    mail.setFrom(new InternetAddress(properties.sender()));
    mail.setRecipient(RecipientType.TO, new InternetAddress(recipient));
    mail.setHeader("Message-ID", messageId(notification));
    mail.setHeader("Auto-Submitted", "auto-generated");
    mail.setSubject(notification.news().subject(), StandardCharsets.UTF_8.name());
    mail.setText(notification.news().body(), StandardCharsets.UTF_8.name());
  }

  /** The same for every mail about this: a mailbox that gets it twice can show it once. */
  private String messageId(Notification notification) {
    var news = notification.news();
    var domain = properties.sender().substring(properties.sender().lastIndexOf('@') + 1);
    return "<%s.%s@%s>"
        .formatted(news.orderId(), news.kind().name().toLowerCase(Locale.ROOT), domain);
  }
}
