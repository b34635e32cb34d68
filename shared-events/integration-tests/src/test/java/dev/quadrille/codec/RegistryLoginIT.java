package dev.quadrille.codec;

import static dev.quadrille.contracts.EventType.ORDER_PLACED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.quadrille.contracts.EventType;
import dev.quadrille.testkit.platform.Platform;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A registry that lets in who knows a password; what serdes make of it, {@link CodecContract}. */
class RegistryLoginIT {
  private static final String USERNAME = "quadrille.codec.registry-username";
  private static final String USERNAME_FILE = "quadrille.codec.registry-username-file";
  private static final String PASSWORD_FILE = "quadrille.codec.registry-password-file";

  @TempDir private Path secrets;
  private final FaultyRegistry registry = new FaultyRegistry(Platform.shared().ccompatUrl());
  private Path username;
  private Path password;

  @BeforeEach
  void letIn() throws IOException {
    registry.letIn("größe", "pässword: with a colon");
    username = Files.writeString(secrets.resolve("username"), "größe");
    password = Files.writeString(secrets.resolve("password"), "pässword: with a colon\n");
  }

  @AfterEach
  void stop() {
    registry.close();
  }

  @Test
  void hearsAboutSchemasFromWhoIsLetIn() {
    try (var context =
        CodecContext.ready(registry.url(), USERNAME + "=größe", PASSWORD_FILE + "=" + password)) {
      assertThat(EventType.values())
          .allSatisfy(
              type ->
                  assertThat(context.schemas().check(type))
                      .isEqualTo(EventSchemas.Finding.REGISTERED));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403})
  void isUnavailableToWhoIsNot(int status) {
    try (var context = CodecContext.started(registry.url())) {
      await().until(() -> reason(context).contains("does not let us in without a login"));
      registry.answer(status, "<html>");
      await().until(() -> reason(context).contains("answered " + status));
      assertThatThrownBy(() -> context.codec().encode(SampleEvents.of(ORDER_PLACED)))
          .isInstanceOf(RegistryUnavailableException.class)
          .hasMessageContaining("does not let us in");
      registry.passOn();
      context.awaitReady();
    }
  }

  @Test
  void isToldAboutSchemasByAReleaseThatIsLetIn() {
    var url = registry.url().toString();
    RegisterSchemas.main(new String[] {url, username.toString(), password.toString()});

    assertThatThrownBy(() -> RegisterSchemas.main(new String[] {url}))
        .hasMessageContaining("does not let us in");
    assertThatThrownBy(() -> RegisterSchemas.main(new String[] {url, username.toString()}))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void isNotAskedWithHalfALogin() {
    thenRefuses(USERNAME + "=shop");
    thenRefuses(USERNAME_FILE + "=" + username);
    thenRefuses(PASSWORD_FILE + "=" + password);
    thenRefuses(USERNAME + "=shop", USERNAME_FILE + "=" + username, PASSWORD_FILE + "=" + password);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://shop:xyzzy@registry.example",
        "https://shop:xy/zzy@registry.example",
        "shop:xyzzy@registry.example",
        "xyzzy:registry.example"
      })
  void isNotFoundByAUrlThatWouldTellALogin(String url) {
    assertThatThrownBy(() -> CodecContext.started(URI.create(url)))
        .rootCause()
        .hasMessageContaining("registry's URL")
        .message()
        .doesNotContain("zzy");
  }

  @Test
  void isNotAskedWithALoginThatIsNone() throws IOException {
    Files.writeString(password, "\n");
    try (var context =
        CodecContext.started(
            registry.url(), USERNAME_FILE + "=" + username, PASSWORD_FILE + "=" + password)) {
      await().until(() -> reason(context).contains("is empty"));
      Files.writeString(password, "pässword: with a colon");
      Files.writeString(username, "a:b");
      await().until(() -> reason(context).contains("colon"));
      Files.writeString(username, "größe");
      context.awaitReady();
    }
  }

  @Test // case P5
  void isNotAskedOnAndOnWithALoginThatItHasRefused() throws IOException {
    Files.writeString(password, "xyzzy");
    try (var context =
        CodecContext.started(
            registry.url(),
            USERNAME + "=größe",
            PASSWORD_FILE + "=" + password,
            "quadrille.codec.retry-interval=20ms")) {
      await().until(() -> reason(context).contains("does not let us in"));
      var asked = registry.requests();
      await()
          .during(Duration.ofSeconds(1))
          .atMost(Duration.ofSeconds(2))
          .until(() -> registry.requests() == asked);
      Files.writeString(password, "pässword: with a colon");
      context.awaitReady();
    }
  }

  private void thenRefuses(String... settings) {
    assertThatThrownBy(() -> CodecContext.started(registry.url(), settings))
        .rootCause()
        .hasMessageContaining("registry-password-file goes with one of registry-username");
  }

  private static String reason(CodecContext context) {
    return String.valueOf(context.health().getDetails().get("reason"));
  }
}
