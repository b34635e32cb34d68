package dev.quadrille.notification.channel;

import dev.quadrille.notification.application.Channel;
import dev.quadrille.notification.domain.Notification;
import jakarta.mail.MessagingException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.mail.MailAuthenticationException;
import org.springframework.mail.MailSendException;
import org.springframework.mail.javamail.JavaMailSenderImpl;

/** Sends mail. */
final class SmtpChannel implements Channel {
  private static final Logger log = LoggerFactory.getLogger(SmtpChannel.class);

  private final JavaMailSenderImpl mail;
  private final Letters letters;

  SmtpChannel(JavaMailSenderImpl mail, Letters letters) {
    this.mail = mail;
    this.letters = letters;
  }

  @Override
  public String name() {
    return "smtp";
  }

  @Override
  public boolean ready() {
    try {
      mail.testConnection();
      return true;
    } catch (MessagingException e) {
      log.warn("the mail server takes nothing, notifications wait: {}", e.getClass().getName());
      return false;
    }
  }

  @Override
  public Answer send(Notification notification) {
    return letters
        .recipient(notification.news().customerId())
        .map(recipient -> send(notification, recipient))
        .orElse(Answer.REFUSED);
  }

  private Answer send(Notification notification, String recipient) {
    var letter = mail.createMimeMessage();
    try {
      letters.write(notification, recipient, letter);
      mail.send(letter);
      return Answer.ACCEPTED;
    } catch (MessagingException | MailAuthenticationException beforeSending) {
      return Answer.REFUSED;
    } catch (MailSendException e) {
      return SmtpFailure.meaning(e);
    }
  }
}
