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
 */
record ParkedEvent(
    Delivery delivery, ParkingReason reason, String detail, @Nullable Duration retryIn) {}
