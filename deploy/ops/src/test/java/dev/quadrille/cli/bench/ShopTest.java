package dev.quadrille.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class ShopTest {
  private static final int MANY = 2_000;

  @Test
  void neverRepeatsAKeyOrANumber() {
    var orders = orders(Shape.UNIFORM);
    assertThat(orders).extracting(OrderRequest::key).doesNotHaveDuplicates();
    assertThat(orders)
        .extracting(order -> JsonMapper.shared().readTree(order.body()).get("merchantOrderNo"))
        .doesNotHaveDuplicates();
  }

  @Test
  void asksForOneThingWhenThatIsHot() {
    assertThat(orders(Shape.HOT_SKU)).allMatch(order -> order.body().contains("\"sku-0\""));
    assertThat(orders(Shape.HOT_ACCOUNT))
        .allMatch(order -> order.body().contains("\"customer-0\""));
  }

  @Test
  void failsAFifthInBothWays() {
    var orders = orders(Shape.FAILING);
    assertThat(share(orders, Shop.SOLD_OUT)).isBetween(0.08, 0.12);
    assertThat(share(orders, Shop.PENNILESS)).isBetween(0.08, 0.12);
  }

  @Test
  void sendsATenthTwice() {
    assertThat(orders(Shape.DUPLICATES).stream().filter(OrderRequest::twice).count())
        .isBetween(MANY / 10 - 50L, MANY / 10 + 50L);
    assertThat(orders(Shape.UNIFORM)).noneMatch(OrderRequest::twice);
  }

  private static double share(List<OrderRequest> orders, String of) {
    return orders.stream().filter(order -> order.body().contains(of)).count() / (double) MANY;
  }

  private static List<OrderRequest> orders(Shape shape) {
    var shop = new Shop(shape, 1);
    return Stream.generate(shop::next).limit(MANY).toList();
  }
}
