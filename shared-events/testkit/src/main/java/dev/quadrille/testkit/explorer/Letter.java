package dev.quadrille.testkit.explorer;

/**
 * A fact on its way to a dancer.
 *
 * @param dancer the dancer's place
 */
record Letter(int dancer, Fact fact) {

  String topic() {
    return fact.type().topic();
  }
}
