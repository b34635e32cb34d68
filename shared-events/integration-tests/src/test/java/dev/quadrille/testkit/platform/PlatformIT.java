package dev.quadrille.testkit.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

class PlatformIT {

  @Test
  void givesDatabasesThatAreDurableAndDecodable() {
    Database database = Platform.shared().newDatabase("mine");

    assertThat(database.ask("SHOW fsync")).isEqualTo("on");
    assertThat(database.ask("SHOW synchronous_commit")).isEqualTo("on");
    assertThat(database.ask("SHOW wal_level")).isEqualTo("logical");
    Platform.shared().drop(database);
  }

  @Test
  void hasOneTenantAtATime() {
    var database = Platform.shared().newDatabase("mine");
    // Another session asks as another JVM would.
    assertThat(Tenancy.begin(database.sibling("postgres"))).isFalse();

    // Of a database without a tenant somebody can be it, once.
    assertThat(Tenancy.begin(database)).isTrue();
    assertThat(Tenancy.begin(database)).isFalse();
    Platform.shared().drop(database);
  }

  @Test
  void hasARegistryThatSpeaksConfluentsApi() throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(Platform.shared().ccompatUrl() + "/subjects")).build();
    var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());

    assertThat(response.statusCode()).isEqualTo(200);
  }
}
