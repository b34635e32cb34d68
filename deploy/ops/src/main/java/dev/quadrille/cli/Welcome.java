package dev.quadrille.cli;

import dev.quadrille.local.Addresses;
import dev.quadrille.local.Participant;

/** What there is to do with a system that is ready. */
final class Welcome {

  private Welcome() {}

  /**
   * @param tokenCommand how a token is asked for
   */
  static void print(Terminal terminal, Addresses addresses, String tokenCommand) {
    terminal.line("");
    for (var participant : Participant.values()) {
      terminal.line("  %-16s %s".formatted(participant.label(), addresses.url(participant)));
    }
    terminal.line("  %-16s %s".formatted("schema registry", addresses.ccompat()));
    terminal.line("  %-16s %s".formatted("Kafka", addresses.bootstrapServers()));
    terminal.line(
        "  %-16s %s".formatted("PostgreSQL", addresses.database(Participant.ORDER).jdbcUrl())
            + " (and inventory, account, notification; user postgres, no password)");
    terminal.line("");
    terminal.line("Place an order:");
    terminal.line("");
    terminal.raw(firstOrder(addresses, tokenCommand));
    terminal.line("");
  }

  // New names each time it is pasted: a customer has one account, and an order number is used once.
  private static String firstOrder(Addresses addresses, String tokenCommand) {
    return """
      ops="Authorization: Bearer $(./deploy/%4$s --ops)"
      shop="Authorization: Bearer $(./deploy/%4$s --merchant shop-1)"
      json='Content-Type: application/json'; now=$(date +%%s); key="Idempotency-Key: $now"
      account=$(curl -s -H "$ops" -H "$json" -H "$key" -d '{"customerId":"ada-'$now'","currency":"EUR"}' \\
        %2$s/accounts | sed 's/.*"accountId":"\\([^"]*\\)".*/\\1/')
      curl -s -H "$ops" -H "$json" -H "$key" -d '{"amountMinor":10000}' %2$s/accounts/$account/deposits; echo
      curl -s -H "$ops" -H "$json" -H "$key" -d '{"quantity":10}' %3$s/stock/tea/receipts; echo
      order=$(curl -s -H "$shop" -H "$json" -H "$key" -d '{"merchantOrderNo":"'$now'","customerId":"ada-'$now'",
        "currency":"EUR","lines":[{"sku":"tea","quantity":2,"unitPriceMinor":450}]}' \\
        %1$s/orders | sed 's/.*"orderId":"\\([^"]*\\)".*/\\1/')
      sleep 1; curl -s -H "$shop" %1$s/orders/$order; echo
    """
        .formatted(
            addresses.url(Participant.ORDER),
            addresses.url(Participant.ACCOUNT),
            addresses.url(Participant.INVENTORY),
            tokenCommand)
        .stripTrailing();
  }
}
