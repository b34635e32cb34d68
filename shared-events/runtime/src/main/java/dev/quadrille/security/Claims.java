package dev.quadrille.security;

import java.util.regex.Pattern;

/** What is ours in a token. */
final class Claims {
  /** The merchant whose orders the token opens. */
  static final String MERCHANT_ID = "merchant_id";

  /** What a merchant's id looks like. */
  static final Pattern MERCHANT_IDS = Pattern.compile("[\\x21-\\x7e]{1,64}");

  private Claims() {}
}
