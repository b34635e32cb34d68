package dev.quadrille.relay;

/** How the relay learns of committed rows. */
enum RelayMode {
  /** From the write-ahead log, through a replication slot. */
  CDC,
  /** From marks in the database, where logical decoding cannot be had. */
  POLLING
}
