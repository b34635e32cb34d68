package dev.quadrille.planted.web;

import dev.quadrille.outbox.Outbox;

record PlantedOutbox(Outbox outbox) {}
