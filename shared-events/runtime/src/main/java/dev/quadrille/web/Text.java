package dev.quadrille.web;

import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import jakarta.validation.ReportAsSingleViolation;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A text that PostgreSQL, Avro and every schema of ours can hold: 1 to 255 code points, none of
 * them NUL or half of a surrogate pair.
 */
@NotNull
@Pattern(regexp = "[^\\x00\\p{Cs}]{1,255}")
@ReportAsSingleViolation
@Constraint(validatedBy = {})
@Target({ElementType.FIELD, ElementType.PARAMETER})
@Retention(RetentionPolicy.RUNTIME)
public @interface Text {
  String message() default "must be a text of 1 to 255 characters without NUL";

  Class<?>[] groups() default {};

  Class<? extends Payload>[] payload() default {};
}
