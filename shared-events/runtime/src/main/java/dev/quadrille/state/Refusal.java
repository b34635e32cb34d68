package dev.quadrille.state;

/**
 * Why something that was asked for is not done. A value: nothing has changed then.
 *
 * @param kind what sort of no it is
 * @param type names it to programs, in lower-case words with hyphens; never changes once published
 * @param text a sentence for the person who asked; no personal data, no internals
 */
public record Refusal(Kind kind, String type, String text) {

  /** The sorts of no. */
  public enum Kind {
    /** What was asked about is not there, or not for the one who asks. */
    UNKNOWN,
    /** It stands in a way that does not allow it. */
    CONFLICT
  }

  /** What was asked about is not there, or not for the one who asks. */
  public static Refusal unknown(String type, String text) {
    return new Refusal(Kind.UNKNOWN, type, text);
  }

  /** What was asked about stands in a way that does not allow it. */
  public static Refusal conflict(String type, String text) {
    return new Refusal(Kind.CONFLICT, type, text);
  }
}
