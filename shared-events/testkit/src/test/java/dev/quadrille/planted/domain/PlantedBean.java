package dev.quadrille.planted.domain;

import org.springframework.stereotype.Component;

@Component
class PlantedBean {}
