package dev.quadrille.notification;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import dev.quadrille.testkit.architecture.LineBudget;
import dev.quadrille.testkit.architecture.ServiceRules;

@AnalyzeClasses(packages = "dev.quadrille.notification", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest static final ArchTests rules = ArchTests.in(ServiceRules.class);

  @ArchTest
  static void keepsItsLineBudget(JavaClasses service) {
    LineBudget.assertKept(590);
  }
}
