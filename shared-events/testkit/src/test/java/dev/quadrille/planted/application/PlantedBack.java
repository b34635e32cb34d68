package dev.quadrille.planted.application;

import dev.quadrille.planted.web.PlantedAdapter;

public record PlantedBack(PlantedAdapter adapter) {}
