package dev.quadrille.cli;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** Shows parked events to a person. */
final class ParkedTable {
  private static final String ROW = "%-16s  %-27s  %-36s  %-13s  %8s  %-9s  %s";

  private ParkedTable() {}

  static void print(Terminal terminal, List<ParkedChoice.Found> found) {
    if (found.isEmpty()) {
      terminal.line("@|green nothing is parked|@");
      return;
    }
    terminal.line(
        "@|bold %s|@"
            .formatted(
                ROW.formatted("event", "type", "order", "reason", "attempts", "state", "detail")));
    found.forEach(one -> terminal.raw(row(one)));
  }

  /** Such as DUE, WAITING or what became of it. */
  static String standing(JsonNode item) {
    return item.path("settlement")
        .asString(item.path("nextAttemptAt").isNull() ? "WAITING" : "DUE");
  }

  private static String row(ParkedChoice.Found found) {
    var item = found.item();
    var type = item.path("eventType").asString("-");
    return ROW.formatted(
        found.number(),
        type.substring(type.lastIndexOf('.') + 1),
        item.path("orderId").asString("-"),
        item.path("reason").asString(),
        item.path("attempts").asInt(),
        standing(item),
        item.path("detail").asString());
  }
}
