package dev.quadrille.contracts;

import org.springframework.util.unit.DataSize;

record PlantedContract(DataSize size) {}
