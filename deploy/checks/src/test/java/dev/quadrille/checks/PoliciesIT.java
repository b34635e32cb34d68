package dev.quadrille.checks;

import static dev.quadrille.checks.Manifests.component;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.contracts.EventType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** What must hold of everything that the chart applies, whatever the values. */
class PoliciesIT {
  private static final Pattern JVM = Pattern.compile("-X(?:mx|X:\\w+=)(\\d+)m");
  private static final Set<String> KEYS =
      Set.of("password", "username", "user.crt", "user.key", "ca.crt", "public.pem");
  private final Chart chart = new Chart();

  static Stream<String> valueSets() {
    return Chart.valueSets().stream();
  }

  @ParameterizedTest
  @MethodSource("valueSets")
  void podsPassTheRestrictedSecurityStandard(String values) {
    var pods = manifests(values).pods();
    assertThat(pods).hasSizeGreaterThan(4);
    for (var pod : pods) {
      var security = pod.path("securityContext");
      assertThat(security.path("runAsNonRoot").asBoolean()).isTrue();
      assertThat(security.path("runAsUser").asInt()).isPositive();
      assertThat(security.path("seccompProfile").path("type").asString())
          .isEqualTo("RuntimeDefault");
      assertThat(pod.path("automountServiceAccountToken").asBoolean(true)).isFalse();
      assertThat(pod.has("hostNetwork") || pod.has("hostPID") || pod.has("hostIPC")).isFalse();
      assertThat(pod.path("volumes"))
          .allSatisfy(
              volume ->
                  assertThat(
                          volume.has("configMap") || volume.has("secret") || volume.has("emptyDir"))
                      .isTrue());
      for (var container : pod.path("containers")) {
        var own = container.path("securityContext");
        assertThat(own.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
        assertThat(own.path("readOnlyRootFilesystem").asBoolean()).isTrue();
        assertThat(own.path("capabilities").toString()).isEqualTo("{\"drop\":[\"ALL\"]}");
        assertThat(container.path("resources").path("limits").has("memory")).isTrue();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("valueSets")
  void soDoThePodsOfOperators(String values) {
    var manifests = manifests(values);
    var pods = new ArrayList<JsonNode>();
    var containers = new ArrayList<JsonNode>();
    for (var pool : manifests.of("KafkaNodePool")) {
      pods.add(pool.at("/spec/template/pod"));
      containers.add(pool.at("/spec/template/kafkaContainer"));
    }
    for (var kafka : manifests.of("Kafka")) {
      var template = kafka.at("/spec/entityOperator/template");
      pods.add(template.path("pod"));
      containers.add(template.path("topicOperatorContainer"));
      containers.add(template.path("userOperatorContainer"));
    }
    for (var registry : manifests.of("ApicurioRegistry3")) {
      var pod = registry.at("/spec/app/podTemplateSpec/spec");
      pods.add(pod);
      containers.add(pod.path("containers").path(0));
      assertThat(pod.toString()).doesNotContain("ca.key");
    }
    assertThat(pods)
        .allSatisfy(
            pod -> {
              var security = pod.path("securityContext");
              assertThat(security.path("runAsNonRoot").asBoolean()).isTrue();
              assertThat(security.at("/seccompProfile/type").asString())
                  .isEqualTo("RuntimeDefault");
            });
    assertThat(containers)
        .allSatisfy(
            container -> {
              var security = container.path("securityContext");
              assertThat(security.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
              assertThat(security.path("capabilities").toString())
                  .isEqualTo("{\"drop\":[\"ALL\"]}");
            });
  }

  @ParameterizedTest
  @MethodSource("valueSets")
  void onlyItsOwnRolesEnterADatabase(String values) {
    var manifests = manifests(values);
    for (var cluster : manifests.of("Cluster")) {
      var rules =
          cluster.at("/spec/postgresql/pg_hba").valueStream().map(JsonNode::asString).toList();
      var roles =
          cluster
              .at("/spec/managed/roles")
              .valueStream()
              .map(role -> role.path("name").asString())
              .toList();
      assertThat(roles).contains("quadrille_toolbox").doesNotHaveDuplicates();
      assertThat(rules).hasSize(2 * manifests.of("Database").size());
      for (var database : manifests.of("Database")) {
        var name = database.at("/spec/name").asString();
        var allowed = rules.indexOf("host " + name + " all all reject") - 1;
        assertThat(allowed).isNotNegative();
        var entering = rules.get(allowed).split(" ");
        assertThat(entering[0] + " " + entering[1]).isEqualTo("hostssl " + name);
        assertThat(roles).contains(entering[2].split(","));
        assertThat(entering[2]).matches(name + "(," + name + "_relay,quadrille_toolbox)?");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("valueSets")
  void aSlotLeavesRoomOnTheDiskOfTheLog(String values) {
    for (var cluster : manifests(values).of("Cluster")) {
      var kept = cluster.at("/spec/postgresql/parameters/max_slot_wal_keep_size").asString();
      var disk = cluster.at("/spec/walStorage/size").asString();
      assertThat(Integer.parseInt(kept.replace("MB", "")))
          .isPositive()
          .isLessThanOrEqualTo(Integer.parseInt(disk.replace("Gi", "")) * 1024 / 2);
      // A budget for a single instance would keep its node from being drained.
      assertThat(cluster.at("/spec/enablePDB").asBoolean())
          .isEqualTo(cluster.at("/spec/instances").asInt() > 1);
    }
  }

  @ParameterizedTest
  @MethodSource("valueSets")
  void brokersDoNotRestartWithEachVersionOfTheChart(String values) {
    var manifests = manifests(values);
    assertThat(
            Stream.concat(manifests.of("Kafka").stream(), manifests.of("KafkaNodePool").stream())
                .flatMap(one -> one.at("/metadata/labels").propertyStream())
                .map(Map.Entry::getKey))
        // Strimzi copies all labels to pods but those of app.kubernetes.io.
        .allMatch(label -> label.matches("(app\\.kubernetes|strimzi)\\.io/.+"));
  }

  @ParameterizedTest
  @MethodSource("valueSets")
  void onlyThisReleaseAsksItsRegistry(String values) {
    var manifests = manifests(values);
    for (var registry : manifests.of("ApicurioRegistry3")) {
      assertThat(registry.at("/spec/app/networkPolicy/enabled").asBoolean(true)).isFalse();
      assertThat(registry.at("/spec/ui/replicas").asInt(1)).isZero();
      assertThat(manifests.of("NetworkPolicy"))
          .filteredOn(
              policy ->
                  policy
                      .at("/spec/podSelector/matchLabels/app")
                      .asString("")
                      .equals(Manifests.name(registry)))
          .singleElement()
          .satisfies(
              policy ->
                  assertThat(policy.at("/spec/ingress/0/from").toString())
                      .contains("\"app.kubernetes.io/instance\":\"shop\""));
    }
  }

  @ParameterizedTest
  @MethodSource("valueSets")
  void noManifestHoldsASecret(String values) {
    var manifests = manifests(values);
    assertThat(manifests.of("Secret")).isEmpty();
    assertThat(manifests.of("ConfigMap").stream().map(JsonNode::toString))
        .noneMatch(config -> config.matches("(?is).*(datasource\\.|relay\\.)password:.*"));
    for (var pod : manifests.pods()) {
      for (var variable : pod.path("containers").path(0).path("env")) {
        assertThat(variable.path("name").asString().contains("PASSWORD"))
            .as(variable.toString())
            .isEqualTo(variable.has("valueFrom"));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("valueSets")
  void noPodMountsAKeyThatItDoesNotNeed(String values) {
    for (var pod : manifests(values).pods()) {
      for (var volume : pod.path("volumes")) {
        if (volume.has("secret")) {
          assertThat(volume.path("secret").path("items")).as(volume.toString()).isNotEmpty();
          assertThat(volume.path("secret").path("items"))
              .as("ca.key and the like")
              .allSatisfy(item -> assertThat(item.path("key").asString()).isIn(KEYS));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("valueSets")
  void jobsHaveAPolicyOfTheirOwnAsEarlyAsThey(String values) {
    var manifests = manifests(values);
    for (var job : manifests.of("Job")) {
      assertThat(manifests.of("NetworkPolicy"))
          .as(component(job))
          .anySatisfy(
              policy -> {
                var selects = policy.path("spec").path("podSelector").path("matchExpressions");
                assertThat(selects.path(0).path("values").toString()).contains(component(job));
                assertThat(annotation(policy, "hook")).isEqualTo(annotation(job, "hook"));
                assertThat(weight(policy)).isLessThanOrEqualTo(weight(job) - hooks(job));
                assertThat(policy.path("spec").path("egress")).hasSizeGreaterThan(2);
              });
    }
  }

  @ParameterizedTest
  @MethodSource("valueSets")
  void hooksGiveUpBeforeHelmDoes(String values) {
    for (var job : manifests(values).of("Job")) {
      assertThat(job.path("spec").path("activeDeadlineSeconds").asInt() * hooks(job))
          .isLessThan(300);
    }
  }

  @ParameterizedTest
  @MethodSource("valueSets")
  void allPodsRunWhereItIsSaid(String values) {
    var manifests =
        new Manifests(
            chart.manifests(
                values,
                "nodeSelector.pool=shop",
                "tolerations[0].key=shop",
                "podAnnotations.sidecar=none"));
    assertThat(manifests.pods())
        .allSatisfy(
            pod -> {
              assertThat(pod.path("nodeSelector").path("pool").asString()).isEqualTo("shop");
              assertThat(pod.path("tolerations").path(0).path("key").asString()).isEqualTo("shop");
            });
    assertThat(Stream.concat(manifests.of("Job").stream(), manifests.of("Deployment").stream()))
        .allMatch(
            one -> one.at("/spec/template/metadata/annotations/sidecar").asString().equals("none"));
  }

  @ParameterizedTest // case P2
  @MethodSource("valueSets")
  void aPodHasTimeForThePauseAndTheDrain(String values) {
    var manifests = manifests(values);
    for (var deployment : manifests.of("Deployment")) {
      var pod = deployment.path("spec").path("template").path("spec");
      var pause = pod.path("containers").path(0).path("lifecycle").path("preStop").path("sleep");
      var drain =
          setting(manifests, component(deployment), "spring.lifecycle.timeout-per-shutdown-phase");
      assertThat(pause.path("seconds").asInt()).isPositive();
      assertThat(pod.path("terminationGracePeriodSeconds").asInt())
          // A farewell of 2 s, lanes, requests, and the relay, which has 25 s of its own.
          .isGreaterThanOrEqualTo(
              pause.path("seconds").asInt()
                  + 2
                  + 2 * Integer.parseInt(drain.replace("s", ""))
                  + 25);
      var update = deployment.path("spec").path("strategy").path("rollingUpdate");
      assertThat(update.path("maxUnavailable").asInt(-1)).isZero();
    }
  }

  @ParameterizedTest // case P3
  @MethodSource("valueSets")
  void probesAskTheHealthGroupsAndLivenessNothingElse(String values) {
    for (var deployment : manifests(values).of("Deployment")) {
      var container =
          deployment.path("spec").path("template").path("spec").path("containers").path(0);
      assertThat(path(container, "livenessProbe")).isEqualTo("/actuator/health/liveness");
      assertThat(path(container, "startupProbe")).isEqualTo("/actuator/health/liveness");
      assertThat(path(container, "readinessProbe")).isEqualTo("/actuator/health/readiness");
      var startup = container.path("startupProbe");
      assertThat(startup.path("periodSeconds").asInt() * startup.path("failureThreshold").asInt())
          .isGreaterThanOrEqualTo(180);
    }
  }

  @ParameterizedTest // case P7
  @MethodSource("valueSets")
  void sizesAddUp(String values) {
    var manifests = manifests(values);
    var connections = 0;
    for (var deployment : manifests.of("Deployment")) {
      var service = component(deployment);
      var replicas = mostReplicas(manifests, deployment);
      var threads =
          Integer.parseInt(setting(manifests, service, "quadrille.handling.forward.threads"));
      assertThat(replicas * threads)
          .as("consumers of " + service)
          .isLessThanOrEqualTo(partitions(manifests));
      var pool =
          Integer.parseInt(
              setting(manifests, service, "spring.datasource.hikari.maximum-pool-size"));
      // Handling: a connection for each thread of both lanes and seven beside; the relay: four.
      // During a rollout one pod starts while another, no longer counted, still ends.
      connections += (replicas + 2) * (pool + 2 * threads + 7 + 4);

      var container =
          deployment.path("spec").path("template").path("spec").path("containers").path(0);
      var options = container.path("env").path(0).path("value").asString();
      var jvm =
          JVM.matcher(options).results().mapToInt(size -> Integer.parseInt(size.group(1))).sum();
      var limit = container.path("resources").path("limits").path("memory").asString();
      // Beside heap, direct, metaspace and code: stacks of some 100 threads, and what the JVM
      // itself takes.
      assertThat(jvm + 100 / 2 + 64).isLessThan(Integer.parseInt(limit.replace("Mi", "")));
    }
    for (var registry : manifests.of("ApicurioRegistry3")) {
      var app = registry.path("spec").path("app");
      var pool =
          app.path("env")
              .valueStream()
              .filter(one -> one.path("name").asString().endsWith("MAX_SIZE"));
      connections +=
          (app.path("replicas").asInt() + 1)
              * Integer.parseInt(pool.findFirst().orElseThrow().path("value").asString());
    }
    assertThat(connections).isLessThan(maxConnections(manifests, values));
    for (var budget : manifests.of("PodDisruptionBudget")) {
      assertThat(budget.path("spec").path("maxUnavailable").asInt()).isPositive();
    }
  }

  @ParameterizedTest
  @MethodSource("valueSets")
  void nothingGoesInOrOutThatIsNotNamed(String values) {
    var policies = manifests(values).of("NetworkPolicy");
    assertThat(policies)
        .anySatisfy(
            policy -> {
              assertThat(policy.path("spec").path("policyTypes").toString())
                  .isEqualTo("[\"Ingress\",\"Egress\"]");
              assertThat(policy.path("spec").has("ingress") || policy.path("spec").has("egress"))
                  .isFalse();
            });
    for (var policy : policies) {
      for (var flow : policy.path("spec").path("egress")) {
        assertThat(flow.path("ports")).as(flow.toString()).isNotEmpty();
      }
      for (var flow : policy.path("spec").path("ingress")) {
        assertThat(flow.path("from")).as(flow.toString()).isNotEmpty();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("valueSets")
  void eachServiceWritesItsOwnTopicsAndNobodyElseDoes(String values) {
    var manifests = manifests(values);
    var users = manifests.of("KafkaUser");
    if (users.isEmpty()) {
      return;
    }
    var writers = new ArrayList<String>();
    for (var user : users) {
      for (var rule : user.path("spec").path("authorization").path("acls")) {
        if (rule.path("operations").toString().contains("Write")) {
          writers.add(rule.path("resource").path("name").asString());
        }
        assertThat(rule.path("resource").path("patternType").asString()).isEqualTo("literal");
        assertThat(rule.path("operations").toString()).doesNotContain("All");
      }
    }
    var topics =
        Arrays.stream(EventType.values()).map(EventType::topic).collect(Collectors.toSet());
    assertThat(writers).doesNotHaveDuplicates();
    assertThat(new HashSet<>(writers)).isEqualTo(topics);
    assertThat(manifests.of("KafkaTopic").stream().map(Manifests::name))
        .containsExactlyInAnyOrderElementsOf(topics);
  }

  private Manifests manifests(String values) {
    return new Manifests(chart.manifests(values));
  }

  private static String annotation(JsonNode manifest, String name) {
    return manifest.path("metadata").path("annotations").path("helm.sh/" + name).asString("");
  }

  private static int weight(JsonNode hook) {
    return annotation(hook, "hook-weight").isEmpty()
        ? 0
        : Integer.parseInt(annotation(hook, "hook-weight"));
  }

  /** How many hooks a manifest is: 1 or 0. */
  private static int hooks(JsonNode manifest) {
    return annotation(manifest, "hook").isEmpty() ? 0 : 1;
  }

  private static String path(JsonNode container, String probe) {
    return container.path(probe).path("httpGet").path("path").asString();
  }

  private static String setting(Manifests manifests, String service, String name) {
    return String.valueOf(Settings.of(manifests, service).get(name));
  }

  private static int mostReplicas(Manifests manifests, JsonNode deployment) {
    var service = component(deployment);
    return Stream.concat(
            manifests.of("HorizontalPodAutoscaler").stream()
                .filter(one -> component(one).equals(service))
                .map(one -> one.path("spec").path("maxReplicas").asInt()),
            manifests.of("ScaledObject").stream()
                .filter(one -> component(one).equals(service))
                .map(one -> one.path("spec").path("maxReplicaCount").asInt()))
        .findFirst()
        .orElseGet(() -> deployment.path("spec").path("replicas").asInt());
  }

  private static int partitions(Manifests manifests) {
    return manifests.of("KafkaTopic").stream()
        .mapToInt(topic -> topic.path("spec").path("partitions").asInt())
        .min()
        // What the values of an existing cluster promise.
        .orElse(12);
  }

  private static int maxConnections(Manifests manifests, String values) {
    return manifests.of("Cluster").stream()
        .mapToInt(
            cluster ->
                Integer.parseInt(
                    cluster
                        .path("spec")
                        .path("postgresql")
                        .path("parameters")
                        .path("max_connections")
                        .asString()))
        .findFirst()
        // What the values promise of an existing server.
        .orElseGet(() -> Chart.values(values).path("postgresql").path("maxConnections").asInt());
  }
}
