package dev.quadrille.web;

/** An answer's body that knows whether there is anything to wait for. */
public interface Settleable {

  /** Whether what it shows has come to an end. */
  boolean settled();
}
