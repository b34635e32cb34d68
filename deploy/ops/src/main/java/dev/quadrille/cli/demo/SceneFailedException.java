package dev.quadrille.cli.demo;

/** A scene did not go as it must. */
final class SceneFailedException extends RuntimeException {

  SceneFailedException(String what) {
    super(what);
  }
}
