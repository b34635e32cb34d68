package dev.quadrille.choreography;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.account.domain.Resolution;
import dev.quadrille.order.domain.Line;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * Whatever many customers, merchants, clocks and back offices do in whatever order, and however
 * their events arrive: at every rest, goods and money are exact.
 */
class ManyOrdersPropertiesTest {

  @Property(tries = 400)
  void everythingAgreesWheneverNothingIsUnderWay(
      @ForAll("acts") List<Act> before, @ForAll("acts") List<Act> after) {
    var room = new Ballroom();
    var audit = new Audit(room);
    for (var acts : List.of(before, after)) {
      acts.forEach(act -> act.in(room));
      // Between services, each one's own books are exact at any moment.
      audit.ofStock();
      audit.ofMoney();
      room.rest();
      audit.ofOrders();
      audit.ofStock();
      audit.ofMoney();
    }
    room.settle();
    audit.ofOrders();
    audit.ofStock();
    audit.ofMoney();
    assertThat(room.orders()).noneMatch(order -> room.openCase(order.id()).isPresent());
  }

  @Provide
  Arbitrary<List<Act>> acts() {
    return Arbitraries.<Act>frequencyOf(
            Tuple.of(2, Combinators.combine(customers(), amounts()).as(Act.Deposit::new)),
            Tuple.of(2, Combinators.combine(skus(), units()).as(Act.Receipt::new)),
            Tuple.of(5, Combinators.combine(customers(), lines()).as(Act.Placing::new)),
            Tuple.of(2, places().map(Act.Cancellation::new)),
            Tuple.of(4, places().map(Act.Refund::new)),
            Tuple.of(1, places().map(Act.Expiry::new)),
            Tuple.of(2, customers().map(Act.Freeze::new)),
            Tuple.of(2, customers().map(Act.Unfreeze::new)),
            Tuple.of(
                2,
                Combinators.combine(places(), Arbitraries.of(Resolution.class))
                    .as(Act.Decision::new)),
            Tuple.of(20, places().map(Act.Arrival::new)),
            Tuple.of(3, places().map(Act.Repetition::new)))
        .list()
        .ofMaxSize(80);
  }

  private static Arbitrary<String> customers() {
    return Arbitraries.of("ada", "bob");
  }

  private static Arbitrary<String> skus() {
    return Arbitraries.of("tea", "cup");
  }

  private static Arbitrary<Long> units() {
    return Arbitraries.longs().between(1, 10);
  }

  private static Arbitrary<Integer> places() {
    return Arbitraries.integers().between(0, 100);
  }

  /** Mostly what an order costs, and sometimes as much as can be counted. */
  private static Arbitrary<Long> amounts() {
    return Arbitraries.frequencyOf(
        Tuple.of(9, Arbitraries.longs().between(1, 100)),
        Tuple.of(1, Arbitraries.longs().between(Long.MAX_VALUE - 100, Long.MAX_VALUE)));
  }

  private static Arbitrary<Line> lines() {
    return Combinators.combine(
            skus(), Arbitraries.integers().between(1, 3), Arbitraries.longs().between(0, 30))
        .as(Line::new);
  }
}
