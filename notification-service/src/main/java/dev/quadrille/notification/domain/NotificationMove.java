package dev.quadrille.notification.domain;

import static dev.quadrille.notification.domain.NotificationState.FAILED;
import static dev.quadrille.notification.domain.NotificationState.PENDING;
import static dev.quadrille.notification.domain.NotificationState.SENDING;

import dev.quadrille.state.Transition;
import java.util.Map;

/** The moves of a notification. None leads back to PENDING but a person's. */
public enum NotificationMove implements Transition<NotificationState> {
  /** One courier takes it, before anything is sent. */
  CLAIM(PENDING, SENDING),
  /** The channel has taken it. */
  SENT(SENDING, NotificationState.SENT),
  /** The channel refused it, or the claim ended without a word. */
  FAIL(SENDING, FAILED),
  /** A person wants it sent again. */
  RETRY(FAILED, PENDING);

  private final Map<NotificationState, NotificationState> edges;

  NotificationMove(NotificationState from, NotificationState to) {
    this.edges = Map.of(from, to);
  }

  @Override
  public Map<NotificationState, NotificationState> edges() {
    return edges;
  }
}
