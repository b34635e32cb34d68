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
 */
public record RelayGap(Instant noticedAt, String reason, @Nullable Instant from) {}
