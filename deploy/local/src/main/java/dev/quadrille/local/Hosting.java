package dev.quadrille.local;

/** Where the services run. */
public enum Hosting {
  /** All in this JVM: quick to start. */
  THIS_JVM,
  /** One JVM each, as in production: each can be killed alone. */
  OWN_JVMS
}
