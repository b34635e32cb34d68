package dev.quadrille.testkit.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;

/** Where a line of the contracts and of the runtime lives and what it may touch. */
public final class RuntimeRules {

  @ArchTest static final ArchTests house = ArchTests.in(HouseRules.class);

  @ArchTest
  static final ArchRule contracts_know_nobody =
      classes()
          .that()
          .resideInAPackage("dev.quadrille.contracts..")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(
                  "java..", "org.apache.avro..", "org.jspecify..", "dev.quadrille.contracts.."))
          .because("whoever reads our events need not take our machinery");

  @ArchTest
  static final ArchRule state_is_plain =
      classes()
          .that()
          .resideInAPackage("dev.quadrille.state..")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage("java..", "org.jspecify..", "dev.quadrille.state.."))
          .because("domains stand on it");

  @ArchTest
  static final ArchRule only_relay_touches_debezium =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.quadrille.relay..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.debezium..", "org.apache.kafka.connect..")
          .because("how the outbox is read can change");

  @ArchTest
  static final ArchRule only_relay_and_handling_touch_kafka =
      noClasses()
          .that()
          .resideOutsideOfPackages("dev.quadrille.relay..", "dev.quadrille.handling..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                  "org.apache.kafka.clients..",
                  "org.apache.kafka.common",
                  "org.apache.kafka.common.header..",
                  "org.springframework.kafka..",
                  "org.springframework.boot.kafka.."))
          .because("one place writes to it and one reads from it");

  @ArchTest
  static final ArchRule only_codec_touches_encoders =
      noClasses()
          .that()
          .resideOutsideOfPackages("dev.quadrille.codec..", "dev.quadrille.contracts..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.apicurio..", "io.confluent..", "org.apache.avro.io..", "org.apache.avro.file..")
          .because("the serde is a setting");

  @ArchTest
  static final ArchRule only_tracing_touches_tracers =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.quadrille.tracing..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.micrometer.tracing..", "io.opentelemetry..")
          .because("a span never decides anything")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule only_security_judges_tokens =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.quadrille.security..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.springframework.security..", "com.nimbusds..")
          .because("who may call is decided in one place");

  @ArchTest
  static final ArchRule wiring_is_private =
      classes()
          .that()
          .haveSimpleNameStartingWith("Jdbc")
          .or()
          .haveSimpleNameEndingWith("AutoConfiguration")
          .or()
          .haveSimpleNameEndingWith("Properties")
          .or()
          .haveSimpleNameEndingWith("Endpoint")
          .should()
          .notBePublic()
          .because("the auto-configuration stands beside what it creates, so that both can hide");

  @ArchTest
  static final ArchRule nothing_is_scanned =
      noClasses()
          .should()
          .beAnnotatedWith("org.springframework.stereotype.Component")
          .orShould()
          .beAnnotatedWith("org.springframework.stereotype.Service")
          .orShould()
          .beAnnotatedWith("org.springframework.stereotype.Repository")
          .orShould()
          .beAnnotatedWith("org.springframework.context.annotation.ComponentScan")
          .because("an auto-configuration names what it creates");

  @ArchTest
  static final ArchRule concerns_have_no_cycles =
      slices().matching("dev.quadrille.(*)..").should().beFreeOfCycles();

  private RuntimeRules() {}
}
