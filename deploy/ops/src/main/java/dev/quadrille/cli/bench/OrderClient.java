package dev.quadrille.cli.bench;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** Places orders and does not wait for the answers. */
final class OrderClient {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final int ACCEPTED = 202;
  private static final String PATH = "/orders";

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI orders;
  private final String authorization;

  /**
   * @param service where the order service answers, without a path
   * @param token of the merchant
   */
  OrderClient(URI service, String token) {
    this.orders = service.resolve(PATH);
    this.authorization = "Bearer " + token;
  }

  /**
   * Sends an order.
   *
   * @param meant when it was meant to be sent
   */
  void place(OrderRequest order, long meant, Tally tally) {
    tally.arrived();
    answer(order)
        .whenComplete(
            (accepted, failure) -> {
              var now = System.nanoTime();
              if (failure == null && accepted.isPresent()) {
                tally.accepted(accepted.get(), meant, now);
              } else {
                tally.refused();
              }
            });
  }

  private CompletableFuture<Optional<UUID>> answer(OrderRequest order) {
    var first = send(order);
    if (!order.twice()) {
      return first;
    }
    // One of them may be told that the other is in flight.
    var second = send(order);
    return first.thenCompose(accepted -> accepted.isPresent() ? first : second);
  }

  private CompletableFuture<Optional<UUID>> send(OrderRequest order) {
    return http.sendAsync(request(order), BodyHandlers.discarding()).thenApply(OrderClient::id);
  }

  private HttpRequest request(OrderRequest order) {
    return HttpRequest.newBuilder(orders)
        .timeout(TIMEOUT)
        .header("Authorization", authorization)
        .header("Content-Type", "application/json")
        .header("Idempotency-Key", order.key())
        .POST(BodyPublishers.ofString(order.body()))
        .build();
  }

  private static Optional<UUID> id(HttpResponse<?> answer) {
    return answer.statusCode() == ACCEPTED
        ? answer
            .headers()
            .firstValue("Location")
            .map(location -> UUID.fromString(location.substring(location.lastIndexOf('/') + 1)))
        : Optional.empty();
  }
}
