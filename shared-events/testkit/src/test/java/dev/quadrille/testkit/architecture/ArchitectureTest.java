package dev.quadrille.testkit.architecture;

import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.junit.LocationProvider;
import dev.quadrille.contracts.EventType;
import dev.quadrille.state.StateMachine;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Of the contracts and of the runtime, which cannot depend on the testkit. */
@AnalyzeClasses(locations = ArchitectureTest.ContractsAndRuntime.class)
class ArchitectureTest {
  @ArchTest static final ArchTests rules = ArchTests.in(RuntimeRules.class);

  static final class ContractsAndRuntime implements LocationProvider {
    // By where they come from: the testkit has classes in packages of the runtime, too.
    @Override
    public Set<Location> get(Class<?> testClass) {
      return Stream.of(EventType.class, StateMachine.class)
          .map(type -> Location.of(type.getProtectionDomain().getCodeSource().getLocation()))
          .collect(Collectors.toSet());
    }
  }
}
