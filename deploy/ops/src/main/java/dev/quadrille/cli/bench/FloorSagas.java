package dev.quadrille.cli.bench;

import static dev.quadrille.cli.bench.FloorRuntime.ids;
import static dev.quadrille.cli.bench.FloorRuntime.texts;
import static dev.quadrille.cli.bench.FloorRuntime.uuids;

import dev.quadrille.local.Addresses;
import dev.quadrille.local.Participant;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Confirmed sagas as PostgreSQL sees them: the statements of the four services in their
 * transactions, a request each for the orders and batches for all that follows. For one thread.
 */
final class FloorSagas implements AutoCloseable {
  private static final String LOCK_KEY =
      """
      SELECT pg_try_advisory_xact_lock(?) AS locked, held.fingerprint, held.status, held.content_type,
             held.location, held.body
      FROM (VALUES (1)) AS one LEFT JOIN idempotency_key AS held ON held.scope = ? AND held.expires_at > now()
        AND (held.leased_until IS NULL OR held.leased_until > now())
      """;
  private static final String FREE_NUMBER =
      "SELECT now() WHERE NOT EXISTS (SELECT FROM orders WHERE merchant_id = ? AND merchant_order_no = ?)";
  private static final String INSERT_ORDER =
      """
      INSERT INTO orders (id, version, state, merchant_id, merchant_order_no, customer_id, currency, total_minor,
                          skus, quantities, unit_prices_minor, placed_at, deadline)
      VALUES (?, 0, 1, ?, ?, ?, 'EUR', 1000, ARRAY[?], '{1}', '{1000}', now(), now() + interval '5 min')
      """;
  private static final String STORE_KEY =
      """
      INSERT INTO idempotency_key AS held (scope, fingerprint, status, content_type, location, body, expires_at)
      VALUES (?, ?, 202, 'application/json', ?, ?, now() + interval '1 day')
      ON CONFLICT (scope) DO UPDATE SET fingerprint = excluded.fingerprint WHERE held.expires_at < now()
      """;
  private static final String LOCK_RESERVATIONS =
      "SELECT * FROM reservation WHERE order_id = ANY(?) ORDER BY order_id FOR NO KEY UPDATE";
  private static final String LOCK_STOCK =
      "SELECT * FROM stock WHERE sku = ANY(?) ORDER BY sku FOR NO KEY UPDATE";
  private static final String INSERT_RESERVATION =
      "INSERT INTO reservation (order_id, version, state, skus, quantities) VALUES (?, 0, 1, ARRAY[?], '{1}')";
  private static final String RESERVE =
      "UPDATE stock SET on_hand = on_hand, reserved = reserved + ?, version = version + 1 WHERE sku = ?";
  private static final String UPDATE_RESERVATION =
      "UPDATE reservation SET state = 3, version = 1 WHERE order_id = ? AND version = 0";
  private static final String COMMIT_STOCK =
      "UPDATE stock SET on_hand = on_hand - ?, reserved = reserved - ?, version = version + 1 WHERE sku = ?";
  private static final String LOCK_PAYMENTS =
      "SELECT * FROM payment WHERE order_id = ANY(?) ORDER BY order_id FOR NO KEY UPDATE";
  private static final String LOCK_ACCOUNTS =
      """
      SELECT account.* FROM account
      JOIN unnest(?::text[], ?::text[]) AS wanted (customer_id, currency) USING (customer_id, currency)
      ORDER BY account_id FOR NO KEY UPDATE OF account
      """;
  private static final String INSERT_PAYMENT =
      """
      INSERT INTO payment (order_id, version, state, account_id, customer_id, merchant_id, currency, amount_minor)
      VALUES (?, 0, 1, ?, ?, 'bench-shop', 'EUR', 1000)
      """;
  private static final String INSERT_ENTRY =
      """
      INSERT INTO ledger_entry (id, posting_id, account, amount_minor, currency, order_id, event_id, at)
      VALUES (?, ?, ?, ?, 'EUR', ?, ?, now())
      """;
  private static final String DEBIT =
      "UPDATE account SET balance_minor = balance_minor - ?, version = version + 1 WHERE customer_id = ? AND currency = 'EUR'";
  private static final String LOCK_ORDERS =
      "SELECT * FROM orders WHERE id = ANY(?) ORDER BY id FOR NO KEY UPDATE";
  private static final String CONFIRM =
      "UPDATE orders SET state = 2, reason = NULL, stock_back_at = NULL, money_back_at = NULL, version = 1 WHERE id = ? AND version = 0";
  private static final String FIND_NEWS =
      "SELECT * FROM notification WHERE order_id = ANY(?) ORDER BY order_id, kind";
  private static final String INSERT_NEWS =
      """
      INSERT INTO notification (id, version, order_id, kind, customer_id, subject, body, state)
      VALUES (?, 0, ?, 1, ?, 'Your order is confirmed', 'Thank you for your order. It is on its way.', 1)
      """;
  private static final String LOCK_NEWS =
      "SELECT * FROM notification WHERE id = ANY(?) ORDER BY id FOR NO KEY UPDATE";
  private static final String CLAIM_NEWS =
      "UPDATE notification SET state = 2, leased_until = now() + interval '1 min', version = 1 WHERE id = ? AND version = 0";
  private static final String SENT_NEWS =
      "UPDATE notification SET state = 3, leased_until = NULL, version = 2 WHERE id = ? AND version = 1";
  private static final int ANSWER_BYTES = 400;
  private static final int DIGEST_BYTES = 32;

  private final Shape shape;
  private final Map<Participant, FloorSession> sessions = new EnumMap<>(Participant.class);
  private final Map<Participant, FloorRuntime> runtimes = new EnumMap<>(Participant.class);
  private final SplittableRandom random;

  FloorSagas(Addresses addresses, Shape shape, int payloadBytes, long seed) throws SQLException {
    this.shape = shape;
    this.random = new SplittableRandom(seed);
    for (var participant : Participant.values()) {
      var session = new FloorSession(addresses.database(participant));
      sessions.put(participant, session);
      runtimes.put(participant, new FloorRuntime(session, payloadBytes));
    }
  }

  /** So many sagas from the request to the notification. */
  void round(int count) throws SQLException {
    // In the order of the rows that they lock, as the services do it.
    var orders = ids(count);
    var skus = drawn(Shop.SKU, shape.goods(), count);
    var customers = drawn(Shop.CUSTOMER, shape.customers(), count);
    for (var i = 0; i < count; i++) {
      place(orders[i], skus.get(i), customers.get(i));
    }
    reserve(orders, skus);
    debit(orders, customers);
    confirm(orders);
    commit(orders, skus);
    tell(orders, customers);
  }

  @Override
  public void close() throws SQLException {
    for (var session : sessions.values()) {
      session.close();
    }
  }

  private void place(UUID order, String sku, String customer) throws SQLException {
    var session = sessions.get(Participant.ORDER);
    var runtime = runtimes.get(Participant.ORDER);
    var number = order.toString();
    var scope = new byte[DIGEST_BYTES];
    random.nextBytes(scope);
    var self = new UUID[] {order};
    session.run(LOCK_KEY, random.nextLong(), scope);
    session.run(FREE_NUMBER, Shop.MERCHANT, number);
    session.run(INSERT_ORDER, order, Shop.MERCHANT, number, customer, sku);
    runtime.append(self, new UUID[1], "order.events", "dev.quadrille.contracts.OrderPlaced");
    session.run(
        STORE_KEY, scope, new byte[DIGEST_BYTES], "/orders/" + number, new byte[ANSWER_BYTES]);
    runtime.journal(self, ids(1), "create", 1);
    session.commit();
  }

  private void reserve(UUID[] orders, List<String> skus) throws SQLException {
    var session = sessions.get(Participant.INVENTORY);
    var runtime = runtimes.get(Participant.INVENTORY);
    var events = ids(orders.length);
    runtime.claim(events);
    session.run(LOCK_RESERVATIONS, uuids(orders));
    session.run(LOCK_STOCK, texts(distinct(skus)));
    session.batch(INSERT_RESERVATION, rows(orders, skus));
    session.batch(
        RESERVE, distinct(skus).stream().map(sku -> new Object[] {times(sku, skus), sku}).toList());
    runtime.journal(orders, events, "create", 1);
    runtime.append(orders, events, "reservation.events", "dev.quadrille.contracts.StockReserved");
    runtime.advance("floor.inventory");
    session.commit();
  }

  private void debit(UUID[] orders, List<String> customers) throws SQLException {
    var session = sessions.get(Participant.ACCOUNT);
    var runtime = runtimes.get(Participant.ACCOUNT);
    var events = ids(orders.length);
    runtime.claim(events);
    session.run(LOCK_PAYMENTS, uuids(orders));
    var payers = distinct(customers);
    session.run(
        LOCK_ACCOUNTS, texts(payers), texts(payers.stream().map(payer -> Shop.CURRENCY).toList()));
    var payments = new ArrayList<Object[]>();
    var entries = new ArrayList<Object[]>();
    var postings = ids(3 * orders.length);
    for (var i = 0; i < orders.length; i++) {
      payments.add(new Object[] {orders[i], postings[3 * i], customers.get(i)});
      entries.add(entry(postings, 3 * i, 1, "CUSTOMER:" + postings[3 * i], orders[i], events[i]));
      entries.add(entry(postings, 3 * i, 2, "MERCHANT:" + Shop.MERCHANT, orders[i], events[i]));
    }
    session.batch(INSERT_PAYMENT, payments);
    session.batch(INSERT_ENTRY, entries);
    session.batch(
        DEBIT,
        payers.stream()
            .map(payer -> new Object[] {Shop.PRICE_MINOR * times(payer, customers), payer})
            .toList());
    runtime.journal(orders, events, "create", 1);
    runtime.append(orders, events, "payment.events", "dev.quadrille.contracts.AccountDebited");
    runtime.advance("floor.account");
    session.commit();
  }

  private void confirm(UUID[] orders) throws SQLException {
    var session = sessions.get(Participant.ORDER);
    var runtime = runtimes.get(Participant.ORDER);
    var events = ids(orders.length);
    runtime.claim(events);
    session.run(LOCK_ORDERS, uuids(orders));
    session.batch(CONFIRM, rows(orders));
    runtime.journal(orders, events, "CONFIRM", 2);
    runtime.append(orders, events, "order.events", "dev.quadrille.contracts.OrderConfirmed");
    runtime.advance("floor.order");
    session.commit();
  }

  private void commit(UUID[] orders, List<String> skus) throws SQLException {
    var session = sessions.get(Participant.INVENTORY);
    var runtime = runtimes.get(Participant.INVENTORY);
    var events = ids(orders.length);
    runtime.claim(events);
    session.run(LOCK_RESERVATIONS, uuids(orders));
    session.run(LOCK_STOCK, texts(distinct(skus)));
    session.batch(UPDATE_RESERVATION, rows(orders));
    session.batch(
        COMMIT_STOCK,
        distinct(skus).stream()
            .map(sku -> new Object[] {times(sku, skus), times(sku, skus), sku})
            .toList());
    runtime.journal(orders, events, "COMMIT", 3);
    runtime.append(orders, events, "reservation.events", "dev.quadrille.contracts.StockCommitted");
    runtime.advance("floor.inventory");
    session.commit();
  }

  private void tell(UUID[] orders, List<String> customers) throws SQLException {
    var session = sessions.get(Participant.NOTIFICATION);
    var runtime = runtimes.get(Participant.NOTIFICATION);
    var events = ids(orders.length);
    var news = ids(orders.length);
    runtime.claim(events);
    session.run(FIND_NEWS, uuids(orders));
    var rows = new ArrayList<Object[]>();
    for (var i = 0; i < orders.length; i++) {
      rows.add(new Object[] {news[i], orders[i], customers.get(i)});
    }
    session.batch(INSERT_NEWS, rows);
    runtime.journal(news, events, "create", 1);
    runtime.advance("floor.notification");
    session.commit();
    session.run(LOCK_NEWS, uuids(news));
    session.batch(CLAIM_NEWS, rows(news));
    runtime.journal(news, ids(orders.length), "CLAIM", 2);
    session.commit();
    session.run(LOCK_NEWS, uuids(news));
    session.batch(SENT_NEWS, rows(news));
    runtime.append(
        orders,
        new UUID[orders.length],
        "notification.events",
        "dev.quadrille.contracts.NotificationSent");
    runtime.journal(news, ids(orders.length), "SENT", 3);
    session.commit();
  }

  private List<String> drawn(String prefix, int of, int count) {
    return Stream.generate(() -> prefix + random.nextInt(of)).limit(count).toList();
  }

  private static List<String> distinct(List<String> names) {
    return names.stream().distinct().sorted().toList();
  }

  private static long times(String name, List<String> names) {
    return names.stream().filter(name::equals).count();
  }

  private static Object[] entry(
      UUID[] postings, int posting, int number, String account, UUID order, UUID event) {
    var amount = number == 1 ? -Shop.PRICE_MINOR : Shop.PRICE_MINOR;
    return new Object[] {
      postings[posting + number], postings[posting], account, amount, order, event
    };
  }

  private static Collection<Object[]> rows(UUID[] ids) {
    return Stream.of(ids).map(id -> new Object[] {id}).toList();
  }

  private static Collection<Object[]> rows(UUID[] ids, List<String> second) {
    var rows = new ArrayList<Object[]>();
    for (var i = 0; i < ids.length; i++) {
      rows.add(new Object[] {ids[i], second.get(i)});
    }
    return rows;
  }
}
