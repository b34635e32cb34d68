package dev.quadrille.cli.bench;

import dev.quadrille.local.Addresses;
import dev.quadrille.local.Participant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The past of a system that has worked for long: rows of sagas that ended, in every table that
 * grows with them. While the services are stopped. Their ids are older than any that a service
 * draws.
 */
final class Ballast {
  private static final String ID =
      "('01900000-0000-7000-8%s00-' || lpad(to_hex(n), 12, '0'))::uuid";
  private static final String ORDER = id('0');
  private static final String EVENT = id('1');
  private static final String NUMBERS = " FROM generate_series(1, :rows) AS n";
  private static final String CUSTOMER = "'customer-' || n % 1000";
  private static final String SKUS = "ARRAY['sku-' || n % 200]";

  private static final String CLAIMS =
      "INSERT INTO processed_events SELECT " + EVENT + ", sha256(n::text::bytea), now()" + NUMBERS;
  private static final String JOURNAL =
      "INSERT INTO state_journal SELECT "
          + ORDER
          + ", "
          + EVENT
          + ", 'create', NULL, 1, now()"
          + NUMBERS;
  // Numbered before all that the service wrote, and from before it was last heard of.
  private static final String OUTBOX =
      "INSERT INTO outbox SELECT -n, "
          + EVENT
          + ", 'past', 'past', "
          + ORDER
          + ", 'past', decode(repeat('00', 120), 'hex'), NULL, NULL, now() - interval '6 hours'"
          + NUMBERS;
  private static final Map<Participant, List<String>> OWN =
      Map.of(
          Participant.ORDER,
          List.of(
              "INSERT INTO orders SELECT "
                  + ORDER
                  + ", 1, 2, NULL, 'old-shop', n::text, "
                  + CUSTOMER
                  + ", 'EUR', 1000, "
                  + SKUS
                  + ", '{1}', '{1000}', now(), now()"
                  + NUMBERS,
              "INSERT INTO idempotency_key SELECT sha256(n::text::bytea), sha256(n::text::bytea),"
                  + " now(), 1, NULL, NULL, 202, 'application/json', '/orders/' || n,"
                  + " decode(repeat('20', 400), 'hex'), now() + interval '1 day'"
                  + NUMBERS),
          Participant.INVENTORY,
          List.of(
              "INSERT INTO reservation SELECT " + ORDER + ", 1, 3, " + SKUS + ", '{1}'" + NUMBERS),
          Participant.ACCOUNT,
          List.of(
              "INSERT INTO payment SELECT "
                  + ORDER
                  + ", 0, 1, "
                  + EVENT
                  + ", "
                  + CUSTOMER
                  + ", 'old-shop', 'EUR', 1000"
                  + NUMBERS,
              "INSERT INTO ledger_entry (id, posting_id, account, amount_minor, currency, order_id,"
                  + " event_id, at) SELECT "
                  + EVENT
                  + ", "
                  + ORDER
                  + ", 'CUSTOMER:past-' || n % 1000, 0, 'EUR', "
                  + ORDER
                  + ", "
                  + EVENT
                  + ", now()"
                  + NUMBERS),
          Participant.NOTIFICATION,
          List.of(
              "INSERT INTO notification SELECT "
                  + EVENT
                  + ", 2, "
                  + ORDER
                  + ", 1, "
                  + CUSTOMER
                  + ", 'Your order is confirmed', 'Thank you for your order.', 3"
                  + NUMBERS));

  private final Addresses addresses;

  Ballast(Addresses addresses) {
    this.addresses = addresses;
  }

  /** Puts so many rows into each large table, and returns when the planner knows them. */
  void load(long rows) {
    // Relays make their slots again and send what is recent; nobody is to decode all of this.
    addresses
        .postgres()
        .execute("SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots");
    var all = new ArrayList<CompletableFuture<Void>>();
    for (var participant : Participant.values()) {
      all.add(CompletableFuture.runAsync(() -> load(participant, rows)));
    }
    all.forEach(CompletableFuture::join);
    addresses.postgres().execute("CHECKPOINT");
  }

  private void load(Participant participant, long rows) {
    var database = addresses.database(participant);
    var statements = new ArrayList<>(List.of(CLAIMS, JOURNAL, OUTBOX));
    statements.addAll(OWN.get(participant));
    statements.forEach(sql -> database.execute(sql.replace(":rows", Long.toString(rows))));
    database.execute("VACUUM (ANALYZE)");
  }

  private static String id(char kind) {
    return ID.formatted(kind);
  }
}
