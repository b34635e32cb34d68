package dev.quadrille.planted.application;

import java.util.UUID;

final class PlantedId {
  UUID next() {
    return UUID.randomUUID();
  }
}
