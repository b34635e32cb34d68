package dev.quadrille.choreography;

import static dev.quadrille.choreography.Given.CLOCK;
import static dev.quadrille.choreography.Given.NOW;

import dev.quadrille.account.application.FakeAccountService;
import dev.quadrille.account.domain.Account;
import dev.quadrille.account.domain.AccountKey;
import dev.quadrille.account.domain.Payment;
import dev.quadrille.account.domain.Resolution;
import dev.quadrille.account.domain.SuspenseCase;
import dev.quadrille.account.domain.TrialBalanceLine;
import dev.quadrille.contracts.EventType;
import dev.quadrille.handling.Batch;
import dev.quadrille.handling.EventHandlers;
import dev.quadrille.inventory.application.StockHandlers;
import dev.quadrille.inventory.domain.FakeReservations;
import dev.quadrille.inventory.domain.FakeStocks;
import dev.quadrille.inventory.domain.Reservation;
import dev.quadrille.inventory.domain.Stock;
import dev.quadrille.notification.application.NotificationHandlers;
import dev.quadrille.notification.domain.FakeNotifications;
import dev.quadrille.notification.domain.Kind;
import dev.quadrille.order.application.OrderCommands;
import dev.quadrille.order.application.OrderHandlers;
import dev.quadrille.order.domain.FakeOrders;
import dev.quadrille.order.domain.Line;
import dev.quadrille.order.domain.Order;
import dev.quadrille.order.domain.Terms;
import dev.quadrille.testkit.RecordingJournal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;

/**
 * The four services in memory with many orders at once, and everything that is under way between
 * them: any of it may arrive before any other.
 */
final class Ballroom {
  private static final String SHOP = "shop";
  private static final String EUR = "EUR";

  private final CountedIds ids = new CountedIds();
  private final FakeOrders orders = new FakeOrders(CLOCK);
  private final OrderCommands commands = new OrderCommands(orders, new RecordingJournal(), CLOCK);
  private final FakeReservations reservations = new FakeReservations();
  private final FakeStocks stocks = new FakeStocks();
  private final FakeAccountService accounts = new FakeAccountService(ids, CLOCK);
  private final FakeNotifications notifications = new FakeNotifications(CLOCK);
  private final List<EventHandlers<?>> services =
      List.of(
          OrderHandlers.handlers(orders, CLOCK),
          StockHandlers.handlers(reservations, stocks, CLOCK),
          accounts.handlers(),
          NotificationHandlers.handlers(notifications, ids));

  private final List<UUID> placed = new ArrayList<>();
  private final Map<String, Account> customers = new TreeMap<>();
  private final Map<String, Long> received = new TreeMap<>();
  private final List<SpecificRecord> told = new ArrayList<>();
  private final List<Letter> underWay = new ArrayList<>();

  /** A customer has 1 cent and a deposit more. */
  void deposit(String customer, long amountMinor) {
    var account =
        customers.computeIfAbsent(customer, id -> accounts.open(new AccountKey(id, EUR), 1));
    accounts.deposit(account.accountId(), amountMinor);
  }

  void receive(String sku, long units) {
    stocks.with(sku, units);
    received.merge(sku, units, Long::sum);
  }

  void place(String customer, Line line) {
    var terms = new Terms(SHOP, "no. " + placed.size(), customer, EUR, List.of(line));
    var id = ids.next();
    placed.add(id);
    tell(List.of(commands.place(id, terms, NOW, NOW)));
  }

  void cancel(int order) {
    placed(order).ifPresent(id -> tell(commands.cancel(id)));
  }

  void refund(int order) {
    placed(order).ifPresent(id -> tell(commands.refund(id)));
  }

  void expire(int order) {
    placed(order).ifPresent(id -> tell(commands.expire(id)));
  }

  void freeze(String customer) {
    Optional.ofNullable(customers.get(customer))
        .ifPresent(account -> accounts.freeze(account.accountId()));
  }

  void unfreeze(String customer) {
    Optional.ofNullable(customers.get(customer))
        .ifPresent(account -> accounts.unfreeze(account.accountId()));
  }

  void resolve(int order, Resolution resolution) {
    placed(order).ifPresent(id -> tell(accounts.resolve(id, resolution)));
  }

  /** One of the letters under way arrives. */
  void deliver(int letter) {
    if (!underWay.isEmpty()) {
      arrive(underWay.remove(letter % underWay.size()));
    }
  }

  /** Something that was told arrives once more everywhere, past every inbox. */
  void deliverAgain(int fact) {
    if (!told.isEmpty()) {
      post(told.get(fact % told.size()));
    }
  }

  /** Everything arrives, the youngest first, until nothing is under way. */
  void rest() {
    while (!underWay.isEmpty()) {
      arrive(underWay.remove(underWay.size() - 1));
    }
  }

  /** A person pays out what is suspended; then everything arrives. */
  void settle() {
    placed.forEach(id -> tell(accounts.resolve(id, Resolution.PAID_OUT)));
    rest();
  }

  List<Order> orders() {
    return orders.lock(placed.toArray(UUID[]::new));
  }

  Optional<Reservation> reservation(UUID order) {
    return reservations.lock(new UUID[] {order}).stream().findFirst();
  }

  Optional<Payment> payment(UUID order) {
    return accounts.payment(order);
  }

  /** The case of an order, if it waits for a person. */
  Optional<SuspenseCase> openCase(UUID order) {
    return accounts.suspended(order).filter(suspended -> suspended.decision().isEmpty());
  }

  Set<Kind> told(UUID order) {
    return notifications.all().stream()
        .map(noted -> noted.news())
        .filter(news -> news.key().orderId().equals(order))
        .map(news -> news.kind())
        .collect(Collectors.toSet());
  }

  Map<Account, Long> held() {
    return customers.values().stream()
        .collect(
            Collectors.toMap(Function.identity(), account -> accounts.held(account.ledgerName())));
  }

  List<TrialBalanceLine> trialBalance() {
    return accounts.trialBalance();
  }

  /** What ever came in, by SKU. */
  Map<Stock, Long> received() {
    return received.entrySet().stream()
        .collect(
            Collectors.toMap(
                entry -> stocks.findById(entry.getKey()).orElseThrow(), Map.Entry::getValue));
  }

  private Optional<UUID> placed(int order) {
    return placed.isEmpty() ? Optional.empty() : Optional.of(placed.get(order % placed.size()));
  }

  private void tell(List<? extends SpecificRecord> facts) {
    told.addAll(facts);
    facts.forEach(this::post);
  }

  private void post(SpecificRecord fact) {
    services.stream()
        .filter(service -> service.handle(EventType.of(fact)))
        .forEach(service -> underWay.add(new Letter(service, fact)));
  }

  private void arrive(Letter letter) {
    var batch = new Batch(List.of(letter.fact), new RecordingJournal());
    tell(letter.service.begin(batch).react(letter.fact));
  }

  private record Letter(EventHandlers<?> service, SpecificRecord fact) {}
}
