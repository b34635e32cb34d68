package dev.quadrille.cli.demo;

import static dev.quadrille.cli.demo.Shop.waitFor;
import static dev.quadrille.contracts.Lane.FORWARD;

import dev.quadrille.cli.inject.Copies;
import dev.quadrille.testkit.oracle.Oracle;
import dev.quadrille.testkit.oracle.TopicReader;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The scenes of the demo. */
public final class Scenes {
  private static final int ORDERS = 200;
  private static final int STOCK = 150;
  private static final int MONEY = 100;

  private final Stage stage;

  public Scenes(Stage stage) {
    this.stage = stage;
  }

  List<Scene> all() {
    return List.of(
        new Scene("an order is confirmed", this::confirmed),
        new Scene("out of stock", this::outOfStock),
        new Scene("not enough money: the reserved goods go back", this::notEnoughMoney),
        new Scene(
            "OrderPlaced five times more, and once under a new id: one effect", this::duplicates),
        new Scene("cancelled while inventory and account hold their lanes: fenced", this::fenced),
        new Scene("a burst of 200 orders: goods for 150, money for 100", this::burst));
  }

  private List<UUID> confirmed(Shop shop) {
    shop.customer("ada", 10);
    shop.goods("tea", 10);
    var order = shop.order("ada", "tea", 2);
    shop.expect(order, "CONFIRMED");
    shop.expectTold(order);
    expectStock(shop, "tea", 8, 0);
    return List.of(order);
  }

  private List<UUID> outOfStock(Shop shop) {
    shop.customer("ben", 10);
    shop.goods("cake", 1);
    var order = shop.order("ben", "cake", 2);
    shop.expect(order, "CANCELLED");
    shop.expectTold(order);
    expectStock(shop, "cake", 1, 0);
    return List.of(order);
  }

  private List<UUID> notEnoughMoney(Shop shop) {
    shop.customer("cleo", 1);
    shop.goods("pie", 10);
    var order = shop.order("cleo", "pie", 2);
    shop.expect(order, "CANCELLED");
    shop.expectTold(order);
    expectStock(shop, "pie", 10, 0);
    return List.of(order);
  }

  private List<UUID> duplicates(Shop shop) {
    shop.customer("dan", 10);
    shop.goods("jam", 10);
    var order = shop.order("dan", "jam", 2);
    shop.expect(order, "CONFIRMED");
    shop.expectTold(order);
    try (var copies = new Copies(stage.kafka(), "demo")) {
      var placed = placed(order);
      Stream.generate(() -> placed).limit(5).forEach(copies::same);
      copies.underNewId(placed);
    }
    waitForLag();
    shop.expect(order, "CONFIRMED");
    expectStock(shop, "jam", 8, 0);
    return List.of(order);
  }

  private List<UUID> fenced(Shop shop) {
    shop.customer("eve", 10);
    shop.goods("nut", 10);
    shop.hold("inventory", FORWARD);
    shop.hold("account", FORWARD);
    UUID order;
    try {
      order = shop.order("eve", "nut", 2);
      shop.cancel(order);
      shop.expect(order, "CANCELLED");
    } finally {
      shop.letGo("inventory", FORWARD);
      shop.letGo("account", FORWARD);
    }
    shop.expectTold(order);
    waitForLag();
    shop.expect(order, "CANCELLED");
    expectStock(shop, "nut", 10, 0);
    return List.of(order);
  }

  private List<UUID> burst(Shop shop) {
    burst(shop, "fay", "hot");
    return List.of();
  }

  /**
   * A burst of orders over one customer and one SKU, for those who want to disturb it: an order
   * that is not accepted is placed again under its number until it is.
   */
  public void burst(String customer, String sku) {
    burst(new Shop(stage), customer, sku);
  }

  private void burst(Shop shop, String customer, String sku) {
    shop.customer(customer, MONEY);
    shop.goods(sku, STOCK);
    shop.placeAll(ORDERS, customer, sku);
    waitFor("the burst to end", () -> undecided() == 0);
    expectStock(shop, sku, STOCK - MONEY, 0);
  }

  private long undecided() {
    return stage
        .database("order")
        .sql("SELECT count(*) FROM orders WHERE state IN (1, 3, 5)")
        .query(Long.class)
        .single();
  }

  private ConsumerRecord<byte[], byte[]> placed(UUID order) {
    return new TopicReader(stage.bootstrapServers())
        .records().stream()
            .filter(record -> TopicReader.describe(record).key().equals(order.toString()))
            .filter(record -> TopicReader.describe(record).type().equals("OrderPlaced"))
            .findFirst()
            .orElseThrow(
                () -> new SceneFailedException("OrderPlaced of " + order + " is on no topic"));
  }

  private void waitForLag() {
    waitFor("all events to be handled", () -> new Oracle(stage).backlog().isEmpty());
  }

  private static void expectStock(Shop shop, String sku, long onHand, long reserved) {
    waitFor(
        "%s to have %d on hand and %d reserved".formatted(sku, onHand, reserved),
        () -> {
          var stock = shop.stock(sku);
          return stock.get("onHand").asLong() == onHand
              && stock.get("reserved").asLong() == reserved;
        });
  }
}
