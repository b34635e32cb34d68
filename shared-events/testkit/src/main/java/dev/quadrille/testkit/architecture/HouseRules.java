package dev.quadrille.testkit.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;

import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What holds for all code, of services and of the runtime. */
public final class HouseRules {

  @ArchTest
  static final ArchRule nobody_injects_fields =
      noFields()
          .should()
          .beAnnotatedWith("org.springframework.beans.factory.annotation.Autowired")
          .orShould()
          .beAnnotatedWith("jakarta.inject.Inject")
          .orShould()
          .beAnnotatedWith("jakarta.annotation.Resource")
          .because("a constructor says all that a class needs")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule nobody_reads_single_settings =
      noClasses()
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName("org.springframework.beans.factory.annotation.Value")
          .because("settings are one typed, documented and validated record");

  @ArchTest
  static final ArchRule nobody_sets_states =
      noMethods()
          .should()
          .haveNameMatching("set(State|Status)")
          .because("a state moves only through a Transition");

  @ArchTest
  static final ArchRule names_say_what_a_class_is_about =
      noClasses()
          .should()
          .haveNameMatching(".*(Utils?|Helper|Manager|Impl|Dto|Processor)(\\$.*)?")
          .because("these endings say nothing");

  private HouseRules() {}
}
