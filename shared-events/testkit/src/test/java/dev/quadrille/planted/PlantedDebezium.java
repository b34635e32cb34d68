package dev.quadrille.planted;

import io.debezium.engine.DebeziumEngine;

record PlantedDebezium(DebeziumEngine<String> engine) {}
