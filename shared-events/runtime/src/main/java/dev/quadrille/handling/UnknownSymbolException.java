package dev.quadrille.handling;

/**
 * An event says in a later version's word what is decided by here. Nobody can tell whether that is
 * a success, so it is none: the event is parked as broken, for a version that knows the word.
 */
public final class UnknownSymbolException extends RuntimeException {
  private static final String DEFAULT = "UNKNOWN";

  private UnknownSymbolException() {
    super("a symbol that this version does not know");
  }

  /**
   * For handlers that do the same whatever a symbol says, as long as it is one that they know.
   *
   * @throws UnknownSymbolException if it is what is read in the place of those they do not
   */
  public static void requireKnown(Enum<?> symbol) {
    if (symbol.name().equals(DEFAULT)) {
      throw new UnknownSymbolException();
    }
  }
}
