package dev.quadrille.handling;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An event to be set aside.
 *
 * @param delivery the record, whole
 * @param reason why
 * @param detail what exactly, without personal data
 * @param retryIn when it is attempted again; null if a person has to look first
 * @param cause what broke, for the log, without words; null unless something did
 */
record ParkedEvent(
    Delivery delivery,
    ParkingReason reason,
    String detail,
    @Nullable Duration retryIn,
    @Nullable Throwable cause) {

  /** Handling it fails. */
  static ParkedEvent broken(Delivery delivery, BrokenException broken, @Nullable Duration retryIn) {
    return new ParkedEvent(
        delivery, ParkingReason.BROKEN, broken.summary(), retryIn, broken.wordless());
  }

  /** For another reason, which its delivery tells. */
  static ParkedEvent unbroken(
      Delivery delivery, ParkingReason reason, String detail, @Nullable Duration retryIn) {
    return new ParkedEvent(delivery, reason, detail, retryIn, null);
  }
}
