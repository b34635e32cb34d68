package dev.quadrille.planted.web;

import dev.quadrille.planted.domain.Things;

record PlantedWrite(Things things) {
  void write() {
    things.save("thing");
  }
}
