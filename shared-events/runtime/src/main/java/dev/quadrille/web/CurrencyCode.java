package dev.quadrille.web;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Currency;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The code of a currency of ISO 4217 that has minor units (not gold, not "no currency"). */
@Constraint(validatedBy = CurrencyCode.Known.class)
@Target({ElementType.FIELD, ElementType.PARAMETER})
@Retention(RetentionPolicy.RUNTIME)
public @interface CurrencyCode {
  String message() default "must be the code of a currency of ISO 4217";

  Class<?>[] groups() default {};

  Class<? extends Payload>[] payload() default {};

  /** Tells whether a code is known to this JDK. */
  final class Known implements ConstraintValidator<CurrencyCode, String> {
    private static final Set<String> CODES =
        Currency.getAvailableCurrencies().stream()
            .filter(currency -> currency.getDefaultFractionDigits() >= 0)
            .map(Currency::getCurrencyCode)
            .collect(Collectors.toUnmodifiableSet());

    @Override
    public boolean isValid(@Nullable String code, ConstraintValidatorContext context) {
      return code != null && CODES.contains(code);
    }
  }
}
