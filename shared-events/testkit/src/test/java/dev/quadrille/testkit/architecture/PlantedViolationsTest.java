package dev.quadrille.testkit.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A rule that has never caught anybody may be asleep: each catches what is planted for it. */
class PlantedViolationsTest {
  private static final JavaClasses PLANTED =
      new ClassFileImporter()
          .importUrl(
              PlantedViolationsTest.class.getProtectionDomain().getCodeSource().getLocation())
          .that(
              describe(
                  "are planted",
                  type ->
                      type.getSimpleName().startsWith("Planted")
                          && !type.isAssignableTo(PlantedViolationsTest.class)));

  private static final Map<String, String> CULPRITS =
      Map.ofEntries(
          Map.entry("nobody_injects_fields", "PlantedInjection"),
          Map.entry("nobody_reads_single_settings", "PlantedValue"),
          Map.entry("nobody_sets_states", "PlantedSetter"),
          Map.entry("names_say_what_a_class_is_about", "PlantedHelper"),
          Map.entry("domain_is_plain", "PlantedBean"),
          Map.entry("domain_knows_no_clock", "PlantedClock"),
          Map.entry("application_knows_no_adapter", "PlantedBack"),
          Map.entry("application_writes_no_sql", "PlantedSql"),
          Map.entry("adapters_are_private", "PlantedAdapter"),
          Map.entry("adapters_write_nothing", "PlantedWrite"),
          Map.entry("only_application_has_transactions", "PlantedTransaction"),
          Map.entry("only_application_appends_to_the_outbox", "PlantedOutbox"),
          Map.entry("nobody_touches_what_delivers", "PlantedKafka"),
          Map.entry("nobody_sees_more_of_the_runtime", "PlantedInbox"),
          Map.entry("time_and_ids_are_given", "PlantedNow"),
          Map.entry("packages_have_no_cycles", "PlantedBack"),
          Map.entry("contracts_know_nobody", "PlantedContract"),
          Map.entry("state_is_plain", "PlantedLog"),
          Map.entry("only_relay_touches_debezium", "PlantedDebezium"),
          Map.entry("only_relay_and_handling_touch_kafka", "PlantedKafka"),
          Map.entry("only_codec_touches_encoders", "PlantedEncoder"),
          Map.entry("only_security_judges_tokens", "PlantedToken"),
          Map.entry("only_tracing_touches_tracers", "PlantedSpan"),
          Map.entry("wiring_is_private", "PlantedProperties"),
          Map.entry("nothing_is_scanned", "PlantedBean"),
          Map.entry("concerns_have_no_cycles", "PlantedLog"));

  @ParameterizedTest
  @MethodSource("rules")
  void areCaught(String name, ArchRule rule) {
    var caught = String.join("\n", rule.evaluate(PLANTED).getFailureReport().getDetails());

    assertThat(caught).as(name).contains(CULPRITS.get(name));
  }

  @Test
  void existForEachRule() {
    assertThat(rules().map(rule -> rule.get()[0]))
        .containsExactlyInAnyOrderElementsOf(CULPRITS.keySet());
  }

  private static Stream<Arguments> rules() {
    return Stream.of(HouseRules.class, ServiceRules.class, RuntimeRules.class)
        .flatMap(rules -> Stream.of(rules.getDeclaredFields()))
        .filter(field -> field.getType() == ArchRule.class)
        .map(
            field -> {
              try {
                return arguments(field.getName(), field.get(null));
              } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
              }
            });
  }
}
