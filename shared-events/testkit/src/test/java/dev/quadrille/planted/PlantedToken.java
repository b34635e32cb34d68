package dev.quadrille.planted;

import com.nimbusds.jwt.SignedJWT;

record PlantedToken(SignedJWT token) {}
