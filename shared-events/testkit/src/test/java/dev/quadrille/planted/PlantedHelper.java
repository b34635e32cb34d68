package dev.quadrille.planted;

import dev.quadrille.state.PlantedLog;

public record PlantedHelper(PlantedLog log) {}
