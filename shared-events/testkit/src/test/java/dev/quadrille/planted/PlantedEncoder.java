package dev.quadrille.planted;

import org.apache.avro.io.BinaryEncoder;

record PlantedEncoder(BinaryEncoder encoder) {}
