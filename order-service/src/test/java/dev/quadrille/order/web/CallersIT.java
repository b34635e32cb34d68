package dev.quadrille.order.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import dev.quadrille.order.OrderApplication;
import dev.quadrille.testkit.HttpCaller;
import dev.quadrille.testkit.HttpCaller.Answer;
import dev.quadrille.testkit.RunningService;
import dev.quadrille.testkit.TokenIssuer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may call. Each service has the same rules; this one has merchants and ops. */
class CallersIT {
  private static final Duration TTL = Duration.ofMinutes(5);
  private static final String ORDER =
      "{\"merchantOrderNo\":\"%s\",\"customerId\":\"c\",\"currency\":\"EUR\","
          + "\"lines\":[{\"sku\":\"tea\",\"quantity\":1,\"unitPriceMinor\":1}]}";

  private static RunningService service;
  private static TokenIssuer tokens;

  @BeforeAll
  static void start() {
    service =
        RunningService.start(OrderApplication.class, "order", "quadrille.order.sweep-pause=1h");
    tokens = service.tokens();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @Nested
  class WithoutAGoodToken {

    @ParameterizedTest
    @ValueSource(
        strings = {
          "/orders",
          "/orders?merchantOrderNo=1",
          "/orders/7",
          "/ops/parked",
          "/actuator",
          "/actuator/env",
          "/error",
          "/",
          "/nothing-here"
        })
    void nobodyGetsAnything(String path) {
      thenUnauthenticated(service.calledByNobody().get(path));
    }

    @Test // case H4
    void nothingIsKept() {
      var number = UUID.randomUUID().toString();
      thenUnauthenticated(service.calledByNobody().post("/orders", ORDER.formatted(number)));
      assertThat(
              service
                  .database()
                  .ask(
                      "SELECT count(*) FROM orders WHERE merchant_order_no = '%s'"
                          .formatted(number)))
          .isEqualTo("0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"garbage", "garbage.of.three", "eyJhbGciOiJub25lIn0.e30."})
    void garbageIsRefused(String token) {
      thenRefused(token);
    }

    @Test
    void aTokenOfAnotherIssuerIsRefused(@TempDir Path directory) {
      thenRefused(TokenIssuer.at(directory).merchant("shop-1", TTL));
    }

    @Test
    void anUnsignedTokenIsRefused() {
      thenRefused(new PlainJWT(claims()).serialize());
    }

    @Test // the public key is no secret
    void aTokenSignedWithThePublicKeyAsASecretIsRefused() throws JOSEException, IOException {
      var token = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), claims());
      token.sign(new MACSigner(Files.readAllBytes(tokens.publicKey())));
      thenRefused(token.serialize());
    }

    @Test
    void aTokenOfYesterdayIsRefused() {
      thenRefused(tokens.merchant("shop-1", Duration.ofHours(-1)));
    }

    @Test
    void aTokenForEverIsRefused() {
      thenRefused(
          tokens.token(
              TTL, claims -> claims.subject("x").claim("merchant_id", "x").expirationTime(null)));
    }

    @Test
    void aTokenForAnotherAudienceIsRefused() {
      thenRefused(
          tokens.token(TTL, claims -> claims.subject("x").claim("scope", "ops").audience("bank")));
      thenRefused(
          tokens.token(
              TTL, claims -> claims.subject("x").claim("scope", "ops").audience((String) null)));
    }

    @Test
    void aTokenOfNobodyIsRefused() {
      thenRefused(tokens.token(TTL, claims -> claims.claim("scope", "ops")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a\nb", "é", "' OR ''='"})
    void aTokenOfNoMerchantIsRefused(String merchant) {
      thenRefused(tokens.merchant(merchant, TTL));
    }

    @Test
    void aMerchantThatIsNoTextIsRefused() {
      thenRefused(tokens.token(TTL, claims -> claims.subject("x").claim("merchant_id", 7)));
      thenRefused(tokens.merchant("x".repeat(65), TTL));
    }

    @Test
    void aTokenInAQueryIsNone() {
      var token = tokens.merchant("shop-1", TTL);
      thenUnauthenticated(service.calledByNobody().get("/orders/7?access_token=" + token));
    }

    private static JWTClaimsSet claims() {
      return new JWTClaimsSet.Builder()
          .subject("shop-1")
          .claim("merchant_id", "shop-1")
          .audience("quadrille")
          .expirationTime(Date.from(Instant.now().plus(TTL)))
          .build();
    }

    private static void thenRefused(String token) {
      var answer = new HttpCaller(service.url(), token).get("/orders/" + UUID.randomUUID());
      thenUnauthenticated(answer);
      assertThat(answer.header("WWW-Authenticate")).contains("error=\"invalid_token\"");
      assertThat(answer.headers() + answer.body().toString()).doesNotContain(token);
    }

    private static void thenUnauthenticated(Answer answer) {
      thenProblem(answer, 401, "unauthenticated");
      assertThat(answer.header("WWW-Authenticate")).startsWith("Bearer");
    }
  }

  @Nested
  class WithAToken {
    private final HttpCaller shop = service.calledBy("shop-1");
    private final HttpCaller ops = service.calledByOps();

    @ParameterizedTest
    @ValueSource(
        strings = {"/ops/parked", "/ops/lanes/forward", "/actuator", "/nothing-here", "/error"})
    void aMerchantGetsNothingOfOps(String path) {
      thenForbidden(shop.get(path));
    }

    @Test
    void aMerchantHoldsNoLane() {
      thenForbidden(shop.post("/ops/lanes/forward/pause", ""));
      assertThat(ops.get("/ops/lanes/forward").body().get("paused").asBoolean()).isFalse();
    }

    @Test
    void opsOpensNoOrders() {
      var placed = shop.post("/orders", ORDER.formatted(UUID.randomUUID()));
      thenForbidden(ops.get(placed.header("Location")));
      thenForbidden(ops.get("/orders?merchantOrderNo=1"));
      thenForbidden(ops.post("/orders", ORDER.formatted(UUID.randomUUID())));
    }

    @Test
    void otherScopesOpenNothing() {
      var token = tokens.token(TTL, claims -> claims.subject("x").claim("scope", "OPS opsy read"));
      thenForbidden(new HttpCaller(service.url(), token).get("/ops/parked"));
    }

    @Test
    void oneTokenMayOpenBoth() {
      var both =
          tokens.token(
              TTL, to -> to.subject("x").claim("merchant_id", "x").claim("scope", "read ops"));
      var caller = new HttpCaller(service.url(), both);
      assertThat(caller.get("/ops/parked").status()).isEqualTo(200);
      assertThat(caller.get("/orders?merchantOrderNo=1").status()).isEqualTo(200);
    }

    @Test // case H4
    void anotherMerchantsOrderIsAnsweredLikeNone() throws Exception {
      var order = shop.post("/orders", ORDER.formatted(UUID.randomUUID())).text("orderId");
      var none = UUID.randomUUID().toString();
      for (var suffix : new String[] {"", "/cancellation", "/refund"}) {
        var foreign = raw("/orders/" + order + suffix, !suffix.isEmpty());
        var unknown = raw("/orders/" + none + suffix, !suffix.isEmpty());
        assertThat(foreign).startsWith("404");
        assertThat(foreign.replace(order, none)).isEqualTo(unknown);
      }
    }

    /** Status, headers and body as another merchant gets them. */
    private static String raw(String path, boolean post) throws Exception {
      var request =
          HttpRequest.newBuilder(service.url().resolve(path))
              .header("Authorization", "Bearer " + tokens.merchant("shop-2", TTL));
      if (post) {
        request
            .header("Idempotency-Key", UUID.randomUUID().toString())
            .POST(BodyPublishers.noBody());
      }
      var answer = HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
      var headers =
          answer.headers().map().entrySet().stream().filter(e -> !e.getKey().equals("date"));
      return answer.statusCode() + " " + headers.toList() + " " + answer.body();
    }

    private static void thenForbidden(Answer answer) {
      thenProblem(answer, 403, "forbidden");
      assertThat(answer.header("WWW-Authenticate")).contains("error=\"insufficient_scope\"");
    }
  }

  @Nested
  class Open {
    private final HttpCaller nobody = service.calledByNobody();

    @Test
    void isHealthWithoutItsDetails() {
      var health = nobody.get("/actuator/health/readiness");
      assertThat(health.status()).isEqualTo(200);
      assertThat(health.body().get("components").propertyNames()).contains("db", "relay");
      assertThat(health.body().findValues("details")).isEmpty();
    }

    @Test
    void areHealthsDetailsForOps() {
      var health = service.calledByOps().get("/actuator/health/readiness");
      assertThat(health.body().findValues("details")).isNotEmpty();
    }

    @Test
    void areTheMetrics() throws Exception {
      var request = HttpRequest.newBuilder(service.url().resolve("/actuator/prometheus")).build();
      var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).contains("jvm_");
    }
  }

  @Test
  void keepsNoSessionsAndTellsBrowsersToKeepNothing() {
    var answer = service.calledBy("shop-1").get("/orders?merchantOrderNo=1");
    assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
    assertThat(answer.header("Cache-Control")).contains("no-store");
    assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(answer.header("Content-Security-Policy")).contains("default-src 'none'");
  }

  private static void thenProblem(Answer answer, int status, String type) {
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(answer.text("type")).isEqualTo("urn:quadrille:problem:" + type);
    assertThat(answer.body().get("status").asInt()).isEqualTo(status);
  }
}
