package dev.quadrille.service;

import java.util.List;

/** Work of a service that goes on although nobody asks for anything any more. */
public interface UnfinishedWork {

  /**
   * Looks what is left; may take seconds.
   *
   * @return one sentence for each thing; empty when all is done
   * @throws RuntimeException if that cannot be known now
   */
  List<String> left();
}
