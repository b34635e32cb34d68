package dev.quadrille.testkit.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;

/** Tells apart what stands directly below {@code dev.quadrille}. */
final class OwnPackages {

  private OwnPackages() {}

  /**
   * Of all that is ours, a class depends on what stands below the same part and on these parts.
   *
   * @param parts names directly below {@code dev.quadrille}
   */
  static ArchCondition<JavaClass> dependOnlyOnOwnAnd(Set<String> parts) {
    return new ArchCondition<>("of dev.quadrille depend only on their own and " + parts) {
      @Override
      public void check(JavaClass item, ConditionEvents events) {
        for (var dependency : item.getDirectDependenciesFromSelf()) {
          var part = part(dependency.getTargetClass());
          var allowed = part.isEmpty() || part.equals(part(item)) || parts.contains(part);
          events.add(new SimpleConditionEvent(item, allowed, dependency.getDescription()));
        }
      }
    };
  }

  private static String part(JavaClass candidate) {
    var names = candidate.getPackageName().split("\\.");
    var ours = names.length > 2 && names[0].equals("dev") && names[1].equals("quadrille");
    return ours ? names[2] : "";
  }
}
