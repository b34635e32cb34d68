package dev.quadrille.notification.channel;

import dev.quadrille.notification.application.Channel;
import dev.quadrille.notification.domain.Notification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the log, and no customer. */
final class LogChannel implements Channel {
  private static final Logger log = LoggerFactory.getLogger(LogChannel.class);

  @Override
  public String name() {
    return "log";
  }

  @Override
  public boolean ready() {
    return true;
  }

  @Override
  public Answer send(Notification notification) {
    log.info("order {}: {}", notification.news().orderId(), notification.news().kind());
    return Answer.ACCEPTED;
  }
}
