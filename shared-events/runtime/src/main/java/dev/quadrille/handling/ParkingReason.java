package dev.quadrille.handling;

/** Why an event was set aside. */
public enum ParkingReason {
  /** It cannot be read, or holds values that no event may hold. No attempt will change that. */
  POISON,
  /**
   * The registry knows no such schema. Attempted again from the parking lot, then left to a person.
   */
  UNKNOWN_SCHEMA,
  /** Handling it fails. Attempted again from the parking lot, then left to a person. */
  BROKEN,
  /** Its id had its effect already, with other content. */
  CONTRADICTION,
  /**
   * It is about an aggregate that does not exist here. Attempted again from the parking lot for as
   * long as it is there: only the aggregate can end that, or a person.
   */
  TOO_EARLY;

  /** Whether the parked event holds its claim: a redelivery is a duplicate then. */
  boolean claimed() {
    return this == BROKEN || this == TOO_EARLY;
  }
}
