package dev.quadrille.system;

import dev.quadrille.cli.demo.Stage;
import dev.quadrille.local.Participant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/** What is told to one service alone, over HTTP: whoever knows it can enter it again. */
final class Entries {
  private final Market market;
  private final Stage stage;
  private final List<Entry> all = new CopyOnWriteArrayList<>();

  Entries(Market market, Stage stage) {
    this.market = market;
    this.stage = stage;
  }

  /** A new customer with some money. */
  void customer(String id, long amountMinor) {
    enter(new Entry(Participant.ACCOUNT, () -> market.customer(id, amountMinor)));
  }

  /** More money of a customer. */
  void deposit(String customer, long amountMinor) {
    enter(
        new Entry(
            Participant.ACCOUNT,
            () -> market.insistOnDeposit("/accounts/" + account(customer), amountMinor)));
  }

  void goods(String sku, long units) {
    enter(new Entry(Participant.INVENTORY, () -> market.insistOnGoods(sku, units)));
  }

  /** How many there are. */
  int count() {
    return all.size();
  }

  /** Enters again what a service was told, without the first so many entries. */
  void again(Participant service, int without) {
    all.subList(without, all.size()).stream()
        .filter(entry -> entry.service == service)
        .forEach(entry -> entry.request.run());
  }

  private void enter(Entry entry) {
    entry.request.run();
    all.add(entry);
  }

  // An account that is opened again gets another id.
  private UUID account(String customer) {
    return stage
        .database("account")
        .sql("SELECT account_id FROM account WHERE customer_id = ?")
        .param(customer)
        .query(UUID.class)
        .single();
  }

  private record Entry(Participant service, Runnable request) {}
}
