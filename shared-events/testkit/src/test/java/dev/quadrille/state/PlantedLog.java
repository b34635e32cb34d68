package dev.quadrille.state;

import dev.quadrille.planted.PlantedHelper;
import org.slf4j.Logger;

public record PlantedLog(Logger log, PlantedHelper helper) {}
