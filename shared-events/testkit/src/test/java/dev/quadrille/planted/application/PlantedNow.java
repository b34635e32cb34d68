package dev.quadrille.planted.application;

import java.time.Instant;

final class PlantedNow {
  Instant now() {
    return Instant.now();
  }
}
