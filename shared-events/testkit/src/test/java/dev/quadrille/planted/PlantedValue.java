package dev.quadrille.planted;

import org.springframework.beans.factory.annotation.Value;

class PlantedValue {
  PlantedValue(@Value("${thing}") String thing) {}
}
