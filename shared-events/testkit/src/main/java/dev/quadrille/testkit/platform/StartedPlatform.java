package dev.quadrille.testkit.platform;

/** A platform that whoever started it must close. */
interface StartedPlatform extends AutoCloseable {

  Endpoints endpoints();

  @Override
  void close();
}
