package dev.quadrille.planted.domain;

import java.time.Clock;

record PlantedClock(Clock clock) {}
