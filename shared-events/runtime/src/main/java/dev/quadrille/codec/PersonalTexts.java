package dev.quadrille.codec;

import java.util.Set;
import java.util.regex.Pattern;
import org.apache.avro.generic.GenericEnumSymbol;

/** Tells which texts of a value may say something of a person. */
final class PersonalTexts {
  /** Texts that say nothing of a person. What is not listed, a field of tomorrow too, may. */
  private static final Set<String> IMPERSONAL = Set.of("currency", "sku", "channel");

  private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private PersonalTexts() {}

  /**
   * Whether the text of a field may.
   *
   * @param value as a model without conversions reads it
   */
  static boolean mayBe(String field, Object value) {
    // An id by what it is, not by what its schema says: nobody held the value to that.
    return !(value instanceof GenericEnumSymbol)
        && !ID.matcher(value.toString()).matches()
        && !IMPERSONAL.contains(field);
  }
}
