package dev.quadrille.testkit;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.quadrille.state.Refusal;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The refusals that a service declares as constants. */
final class DeclaredRefusals {

  private DeclaredRefusals() {}

  /** Those below a package, of classes or of an enum's constants. */
  static List<Refusal> below(String home) {
    return new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(home)
            .stream()
            .filter(type -> type.getFields().stream().anyMatch(it -> holdsOne(it.reflect())))
            .map(JavaClass::reflect)
            .flatMap(DeclaredRefusals::of)
            .toList();
  }

  private static Stream<Refusal> of(Class<?> type) {
    return Stream.of(type.getDeclaredFields())
        .filter(DeclaredRefusals::holdsOne)
        .flatMap(
            field ->
                Modifier.isStatic(field.getModifiers())
                    ? Stream.of(value(field, null))
                    : Stream.of(type.getEnumConstants()).map(it -> value(field, it)));
  }

  private static boolean holdsOne(Field field) {
    return field.getType() == Refusal.class
        && (Modifier.isStatic(field.getModifiers()) || field.getDeclaringClass().isEnum());
  }

  private static Refusal value(Field field, @Nullable Object owner) {
    try {
      field.setAccessible(true);
      return (Refusal) field.get(owner);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("cannot read " + field, e);
    }
  }
}
