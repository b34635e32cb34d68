package dev.quadrille.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class EngineSettingsTest {
  @Test
  void connectsAsTheUrlSays() {
    assertThat(settings("jdbc:postgresql://db:5433/orders?sslmode=verify-full&options=-c%20x=y"))
        .containsEntry("database.hostname", "db")
        .containsEntry("database.port", "5433")
        .containsEntry("database.dbname", "orders")
        .containsEntry("database.user", "order")
        .containsEntry("database.password", "secret")
        .containsEntry("driver.sslmode", "verify-full")
        .containsEntry("driver.options", "-c idle_in_transaction_session_timeout=10s -c x=y")
        .doesNotContainKeys("driver.PGHOST", "driver.password");
  }

  @Test
  void keepsEveryHostOfTheUrl() {
    // Debezium writes jdbc:postgresql://<hostname>:<port>/<dbname>.
    assertThat(settings("jdbc:postgresql://a:1,b:2,c:3/orders?targetServerType=primary"))
        .containsEntry("database.hostname", "a:1,b:2,c")
        .containsEntry("database.port", "3")
        .containsEntry("driver.targetServerType", "primary");
  }

  @Test
  void letsAUserInTheUrlWin() {
    assertThat(settings("jdbc:postgresql://db/orders?user=relay&password=other"))
        .containsEntry("database.user", "relay")
        .containsEntry("database.password", "other")
        .containsEntry("database.port", "5432");
  }

  @Test
  void neverRetriesNorConfirmsByItself() {
    assertThat(settings("jdbc:postgresql://db/orders"))
        .containsEntry("errors.max.retries", "0")
        .containsEntry("slot.max.retries", "0")
        .containsEntry("lsn.flush.mode", "connector")
        .containsEntry("snapshot.mode", "no_data")
        .containsEntry("publication.autocreate.mode", "disabled")
        .containsEntry("slot.drop.on.stop", "false");
  }

  @Test
  void refusesAnotherDatabase() {
    assertThatThrownBy(() -> settings("jdbc:h2:mem:orders")).hasMessageContaining("jdbc:h2:mem");
  }

  private static Properties settings(String url) {
    var relay =
        new Binder(new MapConfigurationPropertySource(Map.of()))
            .bindOrCreate("quadrille.relay", RelayProperties.class);
    return EngineSettings.of(
        "order",
        new RelayDatabase(url, "order", () -> "secret"),
        "public",
        "quadrille_orders",
        relay);
  }
}
