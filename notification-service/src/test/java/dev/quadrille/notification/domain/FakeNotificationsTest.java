package dev.quadrille.notification.domain;

import java.time.InstantSource;
import java.util.function.Function;

class FakeNotificationsTest extends NotificationsContract {
  private final FakeNotifications notifications = new FakeNotifications(InstantSource.system());

  @Override
  protected <T> T with(Function<Notifications, T> work) {
    return work.apply(notifications);
  }
}
