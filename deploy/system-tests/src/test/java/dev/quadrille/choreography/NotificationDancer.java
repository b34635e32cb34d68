package dev.quadrille.choreography;

import static dev.quadrille.choreography.Given.CLOCK;
import static java.util.stream.Collectors.toSet;

import dev.quadrille.handling.EventHandlers;
import dev.quadrille.notification.application.NotificationHandlers;
import dev.quadrille.notification.domain.FakeNotifications;
import dev.quadrille.testkit.explorer.Dancer;
import dev.quadrille.testkit.explorer.View;

/** Notification. What it has noted counts as told. */
final class NotificationDancer implements Dancer {
  private final FakeNotifications notifications = new FakeNotifications(CLOCK);
  private final CountedIds ids = new CountedIds();

  @Override
  public EventHandlers<?> handlers() {
    return NotificationHandlers.handlers(notifications, ids);
  }

  @Override
  public View view() {
    return View.of(View.NOTHING)
        .remarking(
            notifications.all().stream().map(noted -> noted.news().kind().name()).collect(toSet()));
  }
}
