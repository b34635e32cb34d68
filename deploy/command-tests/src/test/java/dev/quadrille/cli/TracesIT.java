package dev.quadrille.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.cli.OtlpReceiver.Received;
import dev.quadrille.contracts.EventType;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A request and all that follows from it are one trace, whatever lies between. */
@ExtendWith(CornerShop.class)
class TracesIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String CALLER = "00f067aa0ba902b7";

  private final Corner corner;
  private final String trace = random();

  TracesIT(Corner corner) {
    this.corner = corner;
  }

  @Test
  void goFromTheRequestToTheLastHandler() {
    var order = corner.order("00-%s-%s-01".formatted(trace, CALLER));
    corner.awaitStatus(order, "CONFIRMED");

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(spans())
                    .extracting(Received::toString)
                    .contains(
                        "order: send OrderPlaced",
                        "inventory: process OrderPlaced",
                        "inventory: send StockReserved",
                        "account: process StockReserved",
                        "account: send AccountDebited",
                        "order: process AccountDebited",
                        "order: send OrderConfirmed",
                        "inventory: process OrderConfirmed",
                        "notification: process OrderConfirmed"));
    assertThat(pathTo("notification: process OrderConfirmed"))
        .containsExactly(
            "notification: process OrderConfirmed",
            "order: process AccountDebited",
            "account: process StockReserved",
            "inventory: process OrderPlaced",
            "order: http post /orders");
    assertThat(spans())
        .as("nothing personal in any attribute")
        .allSatisfy(
            it -> assertThat(it.span().toString()).doesNotContain(corner.customer(), "Bearer"));
  }

  @Test
  void areKeptToThemselvesWhereNobodyAskedForThem() {
    var order = corner.order("00-%s-%s-00".formatted(trace, CALLER));
    corner.awaitStatus(order, "CONFIRMED");

    // The courier sends when nobody waits any more, for no request.
    assertThat(corner.records(order))
        .filteredOn(record -> !record.topic().equals(EventType.NOTIFICATION_SENT.topic()))
        .isNotEmpty()
        .allSatisfy(
            record ->
                assertThat(new String(record.headers().lastHeader("ce_traceparent").value()))
                    .startsWith("00-" + trace)
                    .endsWith("-00"));
    assertThat(spans()).isEmpty();
  }

  /** From a span to the one that none of ours was before. */
  private List<String> pathTo(String name) {
    return Stream.iterate(
            spans().stream().filter(it -> it.toString().equals(name)).findFirst().orElseThrow(),
            it -> it != null,
            it ->
                spans().stream()
                    .filter(other -> other.id().equals(it.parent()))
                    .findFirst()
                    .orElse(null))
        .map(Received::toString)
        .toList();
  }

  private List<Received> spans() {
    return corner.traces().trace(trace);
  }

  private static String random() {
    var bytes = new byte[16];
    ThreadLocalRandom.current().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
