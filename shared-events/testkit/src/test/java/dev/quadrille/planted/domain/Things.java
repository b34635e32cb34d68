package dev.quadrille.planted.domain;

import org.springframework.data.repository.Repository;

public interface Things extends Repository<String, Integer> {
  void save(String thing);
}
