package dev.quadrille.planted.web;

import dev.quadrille.planted.application.PlantedBack;

public record PlantedAdapter(PlantedBack back) {}
