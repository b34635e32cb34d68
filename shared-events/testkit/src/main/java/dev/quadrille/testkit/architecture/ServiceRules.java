package dev.quadrille.testkit.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import dev.quadrille.outbox.Outbox;
import java.time.InstantSource;
import java.util.Set;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.repository.Repository;
import org.springframework.transaction.annotation.Transactional;

/** Where a line of a service lives and what it may touch. */
public final class ServiceRules {
  private static final String DOMAIN = "dev.quadrille.*.domain..";
  private static final String APPLICATION = "dev.quadrille.*.application..";

  /** Of shared-events. The rest of the runtime is its own business. */
  private static final Set<String> SEEN_BY_SERVICES =
      Set.of(
          "contracts",
          "handling",
          "outbox",
          "state",
          "entity",
          "work",
          "idempotency",
          "web",
          "service");

  @ArchTest static final ArchTests house = ArchTests.in(HouseRules.class);

  @ArchTest
  static final ArchRule domain_is_plain =
      classes()
          .that()
          .resideInAPackage(DOMAIN)
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(
                  "java..",
                  "jakarta.persistence..",
                  "org.jspecify..",
                  "org.springframework.data.domain",
                  "org.springframework.data.repository..",
                  "org.springframework.data.jpa.repository..",
                  "dev.quadrille.state",
                  "dev.quadrille.entity",
                  DOMAIN))
          .because("a business rule is tested with new and read without Spring");

  @ArchTest
  static final ArchRule domain_knows_no_clock =
      noClasses()
          .that()
          .resideInAPackage(DOMAIN)
          .should()
          .dependOnClassesThat()
          .areAssignableTo(InstantSource.class)
          .because("whoever decides is told what time it is");

  @ArchTest
  static final ArchRule application_knows_no_adapter =
      noClasses()
          .that()
          .resideInAPackage(APPLICATION)
          .should()
          .dependOnClassesThat(areAdapters())
          .because("an adapter can be exchanged");

  @ArchTest
  static final ArchRule application_writes_no_sql =
      noClasses()
          .that()
          .resideInAPackage(APPLICATION)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.sql..", "org.springframework.jdbc..", "jakarta.persistence..")
          .because("what is stored, and how, is said by the domain's entities and repositories");

  @ArchTest
  static final ArchRule adapters_are_private =
      classes()
          .that(areAdapters())
          .and()
          .areTopLevelClasses()
          .should()
          .notBePublic()
          .because("what nobody can import, nobody can couple to");

  @ArchTest
  static final ArchRule adapters_write_nothing =
      noClasses()
          .that(areAdapters())
          .should()
          .callMethodWhere(
              describe("a repository is written or locked", ServiceRules::writesOrLocks))
          .because("every write passes the command that owns its transaction");

  @ArchTest
  static final ArchRule only_application_has_transactions =
      noClasses()
          .that()
          .resideOutsideOfPackage(APPLICATION)
          .should()
          .dependOnClassesThat()
          .areAssignableTo(Transactional.class)
          .because("a command is a transaction");

  @ArchTest
  static final ArchRule only_application_appends_to_the_outbox =
      noClasses()
          .that()
          .resideOutsideOfPackage(APPLICATION)
          .should()
          .dependOnClassesThat()
          .areAssignableTo(Outbox.class)
          .because("an event is appended by the command whose transaction it joins");

  @ArchTest
  static final ArchRule nobody_touches_what_delivers =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.kafka..",
              "org.springframework.kafka..",
              "io.debezium..",
              "io.apicurio..",
              "org.apache.avro.io..",
              "org.apache.avro.file..",
              "org.apache.avro.generic..",
              "org.apache.avro.reflect..")
          .because("delivery and encoding are the runtime's business: return events");

  @ArchTest
  static final ArchRule nobody_sees_more_of_the_runtime =
      classes()
          .should(OwnPackages.dependOnlyOnOwnAnd(SEEN_BY_SERVICES))
          .because("these are all that a participant needs");

  @ArchTest
  static final ArchRule time_and_ids_are_given =
      noClasses()
          .that()
          .resideInAnyPackage(DOMAIN, APPLICATION)
          .should()
          .callMethodWhere(
              describe(
                  "the clock is read or an id is drawn",
                  (JavaMethodCall call) ->
                      call.getTarget()
                          .getFullName()
                          .matches(
                              "java\\.time\\.\\w+\\.(now|system\\w*|tick\\w*)\\(.*"
                                  + "|java\\.util\\.UUID\\.randomUUID\\(.*"
                                  + "|java\\.lang\\.System\\.currentTimeMillis\\(.*")))
          .because("a test names the instant and the id");

  @ArchTest
  static final ArchRule packages_have_no_cycles =
      slices().matching("dev.quadrille.*.(*)..").should().beFreeOfCycles();

  private ServiceRules() {}

  private static boolean writesOrLocks(JavaMethodCall call) {
    var method = call.getTarget();
    return method.getOwner().isAssignableTo(Repository.class)
        && (method.getName().matches("(save|delete|lock).*")
            || method.isAnnotatedWith(Modifying.class));
  }

  /** Whatever stands beside domain and application. */
  private static DescribedPredicate<JavaClass> areAdapters() {
    return describe(
        "are adapters",
        candidate ->
            candidate
                .getPackageName()
                .matches("dev\\.quadrille\\.\\w+\\.(?!domain\\b|application\\b).+"));
  }
}
