package dev.quadrille.notification.application;

import dev.quadrille.notification.domain.Failure;
import dev.quadrille.notification.domain.Notification;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What became of sending a notification.
 *
 * @param claim the claim under which that was tried
 * @param failure null if the channel has taken it
 */
record Attempt(UUID notificationId, Instant claim, @Nullable Failure failure) {

  static Attempt under(Notification claimed, @Nullable Failure failure) {
    return new Attempt(claimed.id(), claimed.leasedUntil().orElseThrow(), failure);
  }
}
