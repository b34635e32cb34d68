package dev.quadrille.choreography;

import dev.quadrille.order.domain.Line;
import dev.quadrille.order.domain.Terms;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;

/** The one order that is danced. It costs 1,000 cents. */
final class Given {
  static final UUID ORDER = UUID.fromString("01900000-0000-7000-8000-000000000001");
  static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
  static final Terms TWO_TEAS =
      new Terms("shop", "no. 1", "ada", "EUR", List.of(new Line("tea", 2, 500)));

  private Given() {}
}
