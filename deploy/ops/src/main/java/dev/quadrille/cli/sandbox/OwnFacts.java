package dev.quadrille.cli.sandbox;

import static dev.quadrille.contracts.EventType.ACCOUNT_DEBITED;
import static dev.quadrille.contracts.EventType.ORDER_PLACED;
import static dev.quadrille.contracts.EventType.STOCK_RESERVED;

import dev.quadrille.cli.trace.Dance;
import dev.quadrille.contracts.Aggregate;
import dev.quadrille.contracts.EventType;
import dev.quadrille.local.Participant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads a service's own events as statements about its rows. An aggregate's states come in one
 * order, so the furthest statement counts; events need not be in order. The numbers are those of
 * the state enums.
 */
final class OwnFacts {
  private static final String NOTHING_HELD = "NOTHING_HELD";
  private static final int FIRST = 1;
  private static final int SECOND = 2;
  private static final int LAST = 3;

  private OwnFacts() {}

  /** The types that a service tells. */
  static List<EventType> types(Participant service) {
    return Arrays.stream(EventType.values())
        .filter(type -> Dance.owner(type.aggregate()) == service)
        .toList();
  }

  /**
   * What an event says.
   *
   * @param fields the event's, by name
   */
  static Fact of(EventType type, Map<String, Object> fields) {
    return switch (type) {
      case ORDER_PLACED -> fact(type, fields, 1, 1);
      case ORDER_CONFIRMED -> fact(type, fields, 2, 2);
      case ORDER_CANCELLATION_REQUESTED -> fact(type, fields, 3, 3);
      case ORDER_CANCELLED -> fact(type, fields, 4, 4);
      case ORDER_REFUND_REQUESTED -> fact(type, fields, 5, 5);
      case ORDER_REFUNDED -> fact(type, fields, 6, 6);
      case STOCK_RESERVED -> fact(type, fields, FIRST, 1);
      case STOCK_REJECTED -> fact(type, fields, FIRST, 2);
      case STOCK_COMMITTED -> fact(type, fields, SECOND, 3);
      case STOCK_RELEASED -> fact(type, fields, LAST, released(settlement(fields)));
      case ACCOUNT_DEBITED -> fact(type, fields, FIRST, 1);
      case DEBIT_REJECTED -> fact(type, fields, FIRST, 2);
      case PAYMENT_REVERSED ->
          fact(type, fields, LAST, NOTHING_HELD.equals(settlement(fields)) ? 4 : 3);
      // What failed may be sent again by a person, what was sent stays so.
      case NOTIFICATION_FAILED -> fact(type, fields, FIRST, 4);
      case NOTIFICATION_SENT -> fact(type, fields, SECOND, 3);
    };
  }

  /** Goods as a fact says them. */
  static @Nullable String goods(Map<String, Long> units) {
    return units.isEmpty() ? null : JsonMapper.shared().writeValueAsString(units);
  }

  private static int released(String settlement) {
    return switch (settlement) {
      case "RESTOCKED" -> 6;
      case NOTHING_HELD -> 5;
      default -> 4;
    };
  }

  private static String settlement(Map<String, Object> fields) {
    return String.valueOf(fields.get("settlement"));
  }

  private static Fact fact(EventType type, Map<String, Object> fields, int rank, int state) {
    var amount =
        switch (type) {
          case ORDER_PLACED -> fields.get("totalMinor");
          case ACCOUNT_DEBITED -> fields.get("amountMinor");
          default -> null;
        };
    return new Fact(
        UUID.fromString(String.valueOf(fields.get("orderId"))),
        type.aggregate() == Aggregate.NOTIFICATION ? String.valueOf(fields.get("kind")) : "",
        rank,
        state,
        amount == null ? null : ((Number) amount).longValue(),
        amount == null ? null : String.valueOf(fields.get("currency")),
        type == STOCK_RESERVED || type == ORDER_PLACED ? goods(units(fields)) : null);
  }

  private static Map<String, Long> units(Map<String, Object> fields) {
    var units = new TreeMap<String, Long>();
    for (var line : (List<?>) fields.get("lines")) {
      var members = (Map<?, ?>) line;
      units.merge(
          String.valueOf(members.get("sku")),
          ((Number) members.get("quantity")).longValue(),
          Long::sum);
    }
    return units;
  }
}
