package dev.quadrille.notification.domain;

import jakarta.persistence.Embeddable;
import java.util.UUID;

/**
 * Something that a customer is told.
 *
 * @param customerId whom to tell: personal data, as the text is
 * @param subject one line without control characters
 * @param body plain text
 */
@Embeddable
public record News(UUID orderId, Kind kind, String customerId, String subject, String body) {

  /** There is one of each kind for an order. */
  public record Key(UUID orderId, Kind kind) {}

  /** What it is the only one of. */
  public Key key() {
    return new Key(orderId, kind);
  }
}
