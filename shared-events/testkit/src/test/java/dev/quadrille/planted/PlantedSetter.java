package dev.quadrille.planted;

interface PlantedSetter {
  void setState(String state);
}
