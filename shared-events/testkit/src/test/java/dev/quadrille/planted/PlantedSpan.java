package dev.quadrille.planted;

import io.micrometer.tracing.Tracer;

record PlantedSpan(Tracer tracer) {}
