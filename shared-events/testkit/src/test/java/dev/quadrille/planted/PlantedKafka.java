package dev.quadrille.planted;

import org.apache.kafka.clients.producer.Producer;

record PlantedKafka(Producer<String, String> producer) {}
