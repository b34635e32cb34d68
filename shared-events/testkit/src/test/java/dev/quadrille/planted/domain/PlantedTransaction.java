package dev.quadrille.planted.domain;

import org.springframework.transaction.annotation.Transactional;

@Transactional
class PlantedTransaction {}
