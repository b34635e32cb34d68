package dev.quadrille.planted;

import org.springframework.beans.factory.annotation.Autowired;

class PlantedInjection {
  @Autowired private String name;

  String name() {
    return name;
  }
}
