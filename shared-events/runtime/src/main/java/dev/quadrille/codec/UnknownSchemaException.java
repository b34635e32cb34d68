package dev.quadrille.codec;

/**
 * A schema id that the registry does not know. It may be nonsense; it may be that the registry was
 * restored, or hears of new schemas a moment after those who write by them.
 */
public final class UnknownSchemaException extends UnreadableEventException {

  UnknownSchemaException(int id) {
    super("unknown schema id " + id);
  }
}
