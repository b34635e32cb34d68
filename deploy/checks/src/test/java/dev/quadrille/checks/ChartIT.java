package dev.quadrille.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The chart under every set of values that comes with it. */
class ChartIT {
  private static final String EXTERNAL = "values-external.yaml";
  private final Chart chart = new Chart();

  static Stream<String> valueSets() {
    return Chart.valueSets().stream();
  }

  @ParameterizedTest
  @MethodSource("valueSets")
  void passesHelmsLint(String values) {
    var lint = chart.lint(values);
    assertThat(lint.exitCode()).as(lint.all()).isZero();
  }

  @ParameterizedTest
  @MethodSource("valueSets")
  void rendersOnlyWhatKubernetesAndOperatorsTake(String values) {
    var manifests = chart.manifests(values);
    assertThat(manifests).hasSizeGreaterThan(15);
    assertThat(manifests)
        .allSatisfy(manifest -> assertThat(Kinds.faults(manifest)).as(name(manifest)).isEmpty());
    assertThat(manifests.stream().map(ChartIT::name)).doesNotHaveDuplicates();
  }

  @Test
  void findsUnknownFieldsWrongTypesAndWhatIsMissing() {
    var json = JsonMapper.shared();
    assertThat(
            Kinds.faults(
                json.readTree(
                    """
                    {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "x"},
                     "spec": {"replica": 2, "selector": {}, "template": {}}}
                    """)))
        .isNotEmpty();
    assertThat(
            Kinds.faults(
                json.readTree(
                    """
                    {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "x"}, "data": {"a": 1}}
                    """)))
        .isNotEmpty();
    assertThat(
            Kinds.faults(
                json.readTree(
                    """
                    {"apiVersion": "kafka.strimzi.io/v1", "kind": "KafkaUser", "metadata": {"name": "x"},
                     "spec": {"authorisation": {}, "authentication": {"type": "password"}}}
                    """)))
        .hasSize(2);
  }

  @ParameterizedTest // case P7
  @CsvSource({
    "autoscaling.max=9, kafka.partitions",
    "postgresql.maxConnections=100, postgresql.maxConnections",
    "defaults.memory.heap=900, the limit is 1024",
    "kafka.partitons=3, partitons",
    "services.oder.replicas=2, oder",
    "services.order=null, missing property 'order'",
    "identity.jwkSetUri=, not none",
    "identity.publicKeySecret=key, not jwkSetUri and publicKeySecret",
    "smtp.sender=, smtp.sender is needed",
    "defaults.secrets.trust.secret=mine, secrets",
    "'defaults.secrets.registry.secret=mine,defaults.secrets.registry.keys={a}', invalid propertyName",
    "registry.url=https://shop:xyzzy@registry.example.com, registry/url",
    "image.tag=v1@sha256, image/tag",
    "--set-json=networkPolicy.callers=[{}], networkPolicy/callers/0",
    "kafka.bootstrapServers=, kafka.bootstrapServers is needed",
    "kafka.bootstrapServers=kafka, kafka/bootstrapServers"
  })
  void refusesValuesThatDoNotAddUp(String setting, String complaint) {
    var refused = chart.template(EXTERNAL, setting);
    assertThat(refused.exitCode()).isNotZero();
    assertThat(refused.errors()).contains(complaint);
  }

  @ParameterizedTest
  @CsvSource({
    "kafka.protocol=SASL_SSL, kafka.protocol",
    "kafka.userSecretPrefix=users, kafka.userSecretPrefix",
    "kafka.bootstrapServers=kafka:9093, kafka.bootstrapServers",
    "kafka.replicationFactor=4, kafka.replicationFactor",
    "kafka.minInSyncReplicas=3, kafka.minInSyncReplicas",
    "kafka.minInSyncReplicas=4, kafka.minInSyncReplicas",
    "kafka.retention=17d, the 18 days of services.account",
    "kafka.retention=0d, kafka/retention",
    "services.order.config.quadrille.inbox.retention=10d, the 7 days of services.order",
    "postgresql.host=postgres, postgresql.host",
    "postgresql.port=5433, postgresql.port",
    "postgresql.cluster.instances=1, postgresql.failover",
    "services.order.database.host=postgres, services.order.database.host",
    "registry.url=http://registry/apis/ccompat/v7, registry.url",
    "registry.secret=login, registry.secret",
    "registry.connections=100, postgresql.maxConnections",
    "--set-json=networkPolicy.monitoring=[], networkPolicy.monitoring"
  })
  void refusesChoicesThatExcludeEachOther(String setting, String complaint) {
    var refused = chart.template("values-production.yaml", setting);
    assertThat(refused.exitCode()).isNotZero();
    assertThat(refused.errors()).contains(complaint);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1shop", "my.shop", "shop-of-an-overlong-name-x"})
  void refusesReleasesAfterWhichNothingCanBeNamed(String release) {
    assertThat(chart.release(release, EXTERNAL).errors()).contains("the release's name");
  }

  @ParameterizedTest
  @ValueSource(strings = {"s", "shop-name-of-25-character", "quadrille"})
  void namesEverythingAfterTheRelease(String release) {
    var manifests = Chart.manifests(chart.release(release, "values-production.yaml"));
    assertThat(manifests.stream().map(Manifests::name))
        .allSatisfy(name -> assertThat(name).hasSizeLessThanOrEqualTo(63));
  }

  @ParameterizedTest
  @CsvSource({
    "kafka.protocol=PLAINTEXT",
    "kafka.protocol=SSL",
    "postgresql.sslMode=require",
    "defaults.relay.mode=polling",
    "autoscaling.by=lag",
    "autoscaling.by=none",
    "'identity.issuerUri=https://login.example.com,identity.jwkSetUri='",
    "'identity.publicKeySecret=key,identity.jwkSetUri='",
    "--set-string=defaults.database.username=123",
    "--set-string=postgresql.caSecret=1e3",
    "podUser=0",
    "trustSecret=authorities",
    "registry.secret=registry-login",
    "smtp.host=",
    "'defaults.secrets.vault.secret=vault,defaults.secrets.vault.keys={a,b}'",
    "'defaults.env[0].name=A,defaults.env[0].value=b'",
    "'services.order.database.host=order.example.com,services.order.database.port=5433,postgresql.maxConnections=400'",
    "'--set-json=networkPolicy.egress=[{\"ports\":[{\"port\":8200}]}]'",
    "registry.schemas=register",
    "migrations.job=false",
    "tracing.endpoint=http://collector:4318/v1/traces",
    "networkPolicy.enabled=false"
  })
  void rendersWellWhateverIsChosen(String setting) {
    assertThat(chart.manifests(EXTERNAL, setting))
        .allSatisfy(manifest -> assertThat(Kinds.faults(manifest)).as(name(manifest)).isEmpty());
  }

  @Test
  void jobsBesideThePodsAreOthersOnlyWhenTheyDiffer() {
    var operators = "values-production.yaml";
    var jobs = jobs(chart.manifests(operators));
    assertThat(jobs(chart.manifests(operators, "--is-upgrade"))).isEqualTo(jobs);
    assertThat(jobs(chart.manifests(operators, "image.tag=v2"))).doesNotContainAnyElementsOf(jobs);
  }

  @Test
  void whatTheInstallationSaysWins() {
    var manifests =
        new Manifests(
            chart.manifests(
                EXTERNAL,
                "defaults.config.quadrille.relay.failover=false",
                "postgresql.failover=true",
                "services.order.config.server\\.port=0",
                "services.order.config.quadrille.codec.schemas=register"));
    assertThat(Settings.of(manifests, "order"))
        .containsEntry("quadrille.relay.failover", false)
        .containsEntry("quadrille.codec.schemas", "register")
        .containsEntry("server.port", 0);
    assertThat(Settings.of(manifests, "account"))
        .containsEntry("quadrille.relay.failover", false)
        .containsEntry("quadrille.codec.schemas", "look-up");
  }

  @Test
  void eachServiceMayHaveADatabaseServerOfItsOwn() {
    var manifests =
        new Manifests(
            chart.manifests(
                EXTERNAL,
                "postgresql.host=",
                "services.order.database.host=order.example.com",
                "services.order.database.port=5433",
                "services.order.database.caSecret=order-ca",
                "services.inventory.database.host=inventory.example.com",
                "services.account.database.host=account.example.com",
                "services.notification.database.host=notification.example.com"));
    var url = "jdbc:postgresql://order.example.com:5433/order?";
    assertThat(Settings.of(manifests, "order").get("spring.datasource.url").toString())
        .startsWith(url);
    assertThat(manifests.of("Job"))
        .filteredOn(job -> job.toString().contains("\"order\"]"))
        .singleElement()
        .satisfies(job -> assertThat(job.toString()).contains(url, "order-ca"));
    assertThat(manifests.of("NetworkPolicy"))
        .filteredOn(policy -> policy.toString().contains("\"port\":5433"))
        .hasSize(2);
  }

  @Test
  void everythingTrustsWhomItIsTold() {
    var manifests = new Manifests(chart.manifests(EXTERNAL, "trustSecret=authorities"));
    assertThat(manifests.pods())
        .hasSize(9)
        .allSatisfy(
            pod ->
                assertThat(pod.toString())
                    .contains("/secrets/trust/truststore.p12", "\"secretName\":\"authorities\""));
  }

  @Test
  void whoAsksTheRegistryLogsOnWithWhatItsSecretHolds() {
    var manifests = new Manifests(chart.manifests(EXTERNAL, "registry.secret=registry-login"));
    assertThat(Settings.of(manifests, "account"))
        .containsEntry("quadrille.codec.registry-username-file", "/secrets/registry/username")
        .containsEntry("quadrille.codec.registry-password-file", "/secrets/registry/password");
    // Four services and the job that registers the schemas.
    assertThat(manifests.pods())
        .filteredOn(pod -> pod.toString().contains("registry-login"))
        .hasSize(5)
        .allSatisfy(
            pod ->
                assertThat(pod.toString())
                    .contains("\"mountPath\":\"/secrets/registry\"", "\"path\":\"username\""));
    assertThat(manifests.of("Job"))
        .filteredOn(job -> Manifests.component(job).equals("schemas"))
        .singleElement()
        .satisfies(
            job ->
                assertThat(job.at("/spec/template/spec/containers/0/args").toString())
                    .endsWith(
                        "v7\",\"/secrets/registry/username\",\"/secrets/registry/password\"]"));
  }

  @ParameterizedTest
  @MethodSource("valueSets")
  void labelsAreSuchAsKubernetesTakes(String values) {
    var manifests = chart.manifests(values, "image.tag=v" + "1.".repeat(60) + "x");
    assertThat(
            manifests.stream()
                .flatMap(
                    one ->
                        Stream.of(
                            one.at("/metadata/labels"), one.at("/spec/template/metadata/labels")))
                .flatMap(JsonNode::valueStream)
                .map(JsonNode::asString))
        .isNotEmpty()
        .allMatch(label -> label.matches("[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?"));
  }

  @Test
  void anImageMayBeNamedByItsContent() {
    var digest = "sha256:" + "0".repeat(64);
    var images =
        new Manifests(chart.manifests(EXTERNAL, "services.order.digest=" + digest))
            .pods().stream().map(pod -> pod.at("/containers/0/image").asString()).toList();
    assertThat(images)
        .hasSize(9)
        .filteredOn(image -> image.endsWith("quadrille-order@" + digest))
        .hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        kafka.cluster={"storageClass": "fast", "storage": "1.5Ti", "tolerations": [{"key": "kafka", "operator": "Exists"}],
          "resources": {"requests": {"cpu": "2", "memory": "8Gi"}}, "jvmOptions": {"-Xms": "4g", "-Xmx": "4g"}}
        """,
        """
        postgresql.cluster={"storageClass": "fast", "walStorage": "100G", "resources": {"requests": {"memory": "8Gi"}},
          "affinity": {"podAntiAffinityType": "required"}, "plugins": [{"name": "barman-cloud", "isWALArchiver": true}],
          "backup": {"retentionPolicy": "30d"}, "bootstrap": {"recovery": {"source": "old"}}}
        """,
        "defaults.cpu=\"0.5\"",
        "defaults.cpu=1",
        "podUser=0",
        "networkPolicy.enabled=false",
        "postgresql.sslMode=\"require\""
      })
  void clustersCanBeSized(String setting) {
    assertThat(chart.manifests("values-production.yaml", "--set-json=" + setting.strip()))
        .allSatisfy(manifest -> assertThat(Kinds.faults(manifest)).as(name(manifest)).isEmpty());
  }

  private static List<String> jobs(List<JsonNode> manifests) {
    return new Manifests(manifests).of("Job").stream().map(Manifests::name).toList();
  }

  private static String name(JsonNode manifest) {
    return String.join(
        " ",
        List.of(
            manifest.path("kind").asString(), manifest.path("metadata").path("name").asString()));
  }
}
