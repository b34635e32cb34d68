package dev.quadrille.relay;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A time that rows may have been missed.
 *
 * @param noticedAt by this process's clock
 * @param reason how that came to be
 * @param from rows whose transaction began then or later are sent again; null: all that are
 *     retained
 * @param rows how many these are; null: not counted yet
 * @param filling whether some of them may not be in Kafka yet
 */
public record RelayGap(
    Instant noticedAt,
    String reason,
    @Nullable Instant from,
    @Nullable Long rows,
    boolean filling) {

  static RelayGap noticed(String reason, @Nullable Instant from) {
    return new RelayGap(Instant.now(), reason, from, null, true);
  }

  RelayGap counted(long sentAgain) {
    return new RelayGap(noticedAt, reason, from, sentAgain, filling);
  }

  RelayGap filled() {
    return new RelayGap(noticedAt, reason, from, rows, false);
  }
}
