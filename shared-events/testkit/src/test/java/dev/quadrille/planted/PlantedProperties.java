package dev.quadrille.planted;

public record PlantedProperties(String thing) {}
