package dev.quadrille.choreography;

import static dev.quadrille.choreography.Given.CLOCK;
import static dev.quadrille.choreography.Given.NOW;
import static dev.quadrille.choreography.Given.ORDER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quadrille.account.application.FakeAccountService;
import dev.quadrille.account.domain.Account;
import dev.quadrille.account.domain.AccountKey;
import dev.quadrille.contracts.DebitRejected;
import dev.quadrille.contracts.DebitRejectionReason;
import dev.quadrille.contracts.ReservedLine;
import dev.quadrille.contracts.StockReserved;
import dev.quadrille.inventory.domain.Stock;
import dev.quadrille.order.domain.Line;
import dev.quadrille.order.domain.Terms;
import dev.quadrille.testkit.HandlerScenario;
import java.math.BigInteger;
import java.util.List;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

/** Sums are exact or refused: never rounded, wrapped or converted. */
// case S7
class MoneyPropertiesTest {
  private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

  @Property
  void anOrderCostsExactlyTheSumOfItsLinesOrCannotBePlaced(@ForAll("lines") List<Line> lines) {
    var exact =
        lines.stream()
            .map(
                line ->
                    BigInteger.valueOf(line.quantity())
                        .multiply(BigInteger.valueOf(line.unitPriceMinor())))
            .reduce(BigInteger.ZERO, BigInteger::add);
    if (exact.compareTo(MOST) > 0) {
      assertThatThrownBy(() -> Terms.totalMinor(lines)).isInstanceOf(ArithmeticException.class);
    } else {
      assertThat(Terms.totalMinor(lines)).isEqualTo(exact.longValueExact());
    }
  }

  @Property
  void anAccountTakesExactlySoMuchOrNothing(
      @ForAll @LongRange(min = 0) long balanceMinor, @ForAll @LongRange(min = 1) long amountMinor) {
    var account = new Account(UUID.randomUUID(), new AccountKey("ada", "EUR"));
    account.add(balanceMinor);
    var exact = BigInteger.valueOf(balanceMinor).add(BigInteger.valueOf(amountMinor));
    var refused = account.refusal(amountMinor).isPresent();
    assertThat(refused).isEqualTo(exact.compareTo(MOST) > 0);
    if (!refused) {
      account.add(amountMinor);
      assertThat(account.balanceMinor()).isEqualTo(exact.longValueExact());
    }
  }

  @Property
  void aWarehouseTakesExactlySoMuchOrNothing(
      @ForAll @LongRange(min = 1) long first, @ForAll @LongRange(min = 1) long second) {
    var stock = new Stock("tea");
    stock.receive(first);
    var exact = BigInteger.valueOf(first).add(BigInteger.valueOf(second));
    assertThat(stock.receive(second)).isEqualTo(exact.compareTo(MOST) <= 0);
    assertThat(stock.onHand()).isEqualTo(exact.compareTo(MOST) > 0 ? first : exact.longValue());
  }

  @Property
  void aBillInAnotherCurrencyIsRefusedAndNothingConverted(
      @ForAll("currencies") String ofAccount,
      @ForAll("currencies") String ofBill,
      @ForAll @LongRange(min = 1) long balanceMinor,
      @ForAll @LongRange(min = 0) long billMinor) {
    Assume.that(!ofAccount.equals(ofBill));
    var service = new FakeAccountService(new CountedIds(), CLOCK);
    var account = service.open(new AccountKey("ada", ofAccount), balanceMinor);
    var lines = List.of(new ReservedLine("tea", 1L));
    HandlerScenario.of(service.handlers())
        .when(new StockReserved(ORDER, "shop", "ada", ofBill, billMinor, lines, NOW))
        .thenEmits(new DebitRejected(ORDER, DebitRejectionReason.NO_ACCOUNT, NOW));
    assertThat(account.balanceMinor()).isEqualTo(balanceMinor);
    assertThat(service.trialBalance()).allMatch(line -> line.getCurrency().equals(ofAccount));
  }

  @Provide
  Arbitrary<List<Line>> lines() {
    return Combinators.combine(
            Arbitraries.of("tea", "cup"),
            Arbitraries.integers().between(1, Integer.MAX_VALUE),
            Arbitraries.longs().between(0, Long.MAX_VALUE))
        .as(Line::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(5);
  }

  @Provide
  Arbitrary<String> currencies() {
    return Arbitraries.of("EUR", "USD", "JPY", "KWD");
  }
}
