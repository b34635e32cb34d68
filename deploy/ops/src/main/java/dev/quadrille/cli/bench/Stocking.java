package dev.quadrille.cli.bench;

import dev.quadrille.cli.connection.OpsApi;
import dev.quadrille.local.Participant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Fills shelves and accounts so that a {@link Shape}'s orders end as they should. */
final class Stocking {
  private static final int CLERKS = 8;
  private static final long PLENTY = 1_000_000_000L;

  private final OpsApi api;

  Stocking(OpsApi api) {
    this.api = api;
  }

  /** Returns when there is enough for each of them. */
  void of(List<Shape> shapes) {
    var customers = shapes.stream().mapToInt(Shape::customers).max().orElse(0);
    var goods = shapes.stream().mapToInt(Shape::goods).max().orElse(0);
    var deeds =
        Stream.of(
                named(Shop.CUSTOMER, customers).map(id -> account(id, true)),
                named(Shop.PENNILESS, Shop.UNLUCKY).map(id -> account(id, false)),
                named(Shop.SKU, goods).map(sku -> goods(sku, PLENTY)),
                named(Shop.SOLD_OUT, Shop.UNLUCKY).map(sku -> goods(sku, 1)))
            .flatMap(each -> each)
            .toList();
    var clerks = Executors.newFixedThreadPool(CLERKS);
    try {
      List<CompletableFuture<Void>> all =
          deeds.stream().map(deed -> CompletableFuture.runAsync(deed, clerks)).toList();
      all.forEach(CompletableFuture::join);
    } finally {
      clerks.shutdownNow();
    }
  }

  private Runnable account(String customer, boolean rich) {
    return () -> {
      var account =
          api.post(
              Participant.ACCOUNT,
              "/accounts",
              Map.of("customerId", customer, "currency", Shop.CURRENCY));
      if (rich) {
        api.post(
            Participant.ACCOUNT,
            "/accounts/" + account.get("accountId").asString() + "/deposits",
            Map.of("amountMinor", PLENTY * Shop.PRICE_MINOR));
      }
    };
  }

  private Runnable goods(String sku, long units) {
    return () ->
        api.post(Participant.INVENTORY, "/stock/" + sku + "/receipts", Map.of("quantity", units));
  }

  private static Stream<String> named(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(number -> prefix + number);
  }
}
