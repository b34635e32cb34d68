package dev.quadrille.state;

/**
 * A state of a machine. Persisted as its number, shown as its name; the enum's Javadoc is the
 * register.
 */
public interface State {

  /** The persisted number; never reused. */
  int number();

  /** The shown name. */
  String name();
}
