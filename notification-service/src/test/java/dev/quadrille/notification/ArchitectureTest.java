package dev.quadrille.notification;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import dev.quadrille.testkit.architecture.ServiceRules;

@AnalyzeClasses(packages = "dev.quadrille.notification", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest static final ArchTests rules = ArchTests.in(ServiceRules.class);
}
