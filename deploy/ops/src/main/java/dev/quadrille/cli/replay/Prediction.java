package dev.quadrille.cli.replay;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What would come of an event in one service.
 *
 * @param position where it stands
 * @param order its key
 * @param eventId null if it has none
 * @param type its name; null if nobody knows it
 * @param detail moves and answers, or what is wrong
 */
public record Prediction(
    String position,
    String order,
    @Nullable UUID eventId,
    @Nullable String type,
    String service,
    What what,
    String detail) {

  /** What would come of it. */
  public enum What {
    /** It would have an effect. */
    APPLIED,
    /** It had its effect already. */
    DUPLICATE,
    /** Another outcome stands. */
    TOO_LATE,
    /** The service would say no. */
    REJECTED,
    /** A customer would be told. */
    WOULD_NOTIFY,
    /** It would be parked: its aggregate is not there. */
    TOO_EARLY,
    /** It would be parked: the service cannot read it. */
    POISON,
    /** It would be parked: handling it fails. */
    BROKEN
  }
}
