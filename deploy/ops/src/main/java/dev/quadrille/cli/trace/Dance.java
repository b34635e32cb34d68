package dev.quadrille.cli.trace;

import dev.quadrille.contracts.Aggregate;
import dev.quadrille.contracts.EventType;
import dev.quadrille.local.Participant;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The table of the dance: whose an event is, and who reacts to it. */
public final class Dance {

  private Dance() {}

  /** The service that states the facts about an aggregate. */
  public static Participant owner(Aggregate aggregate) {
    return switch (aggregate) {
      case ORDER -> Participant.ORDER;
      case RESERVATION -> Participant.INVENTORY;
      case PAYMENT -> Participant.ACCOUNT;
      case NOTIFICATION -> Participant.NOTIFICATION;
    };
  }

  /** The services that react to events of a type. */
  public static List<Participant> consumers(EventType type) {
    return switch (type) {
      case ORDER_PLACED -> List.of(Participant.INVENTORY);
      case STOCK_RESERVED -> List.of(Participant.ACCOUNT);
      case ORDER_CONFIRMED -> List.of(Participant.INVENTORY, Participant.NOTIFICATION);
      case ORDER_CANCELLATION_REQUESTED, ORDER_REFUND_REQUESTED ->
          List.of(Participant.INVENTORY, Participant.ACCOUNT);
      case ORDER_CANCELLED, ORDER_REFUNDED -> List.of(Participant.NOTIFICATION);
      case STOCK_REJECTED, ACCOUNT_DEBITED, DEBIT_REJECTED, STOCK_RELEASED, PAYMENT_REVERSED ->
          List.of(Participant.ORDER);
      case STOCK_COMMITTED, NOTIFICATION_SENT, NOTIFICATION_FAILED -> List.of();
    };
  }

  /** The services that react to a record: to its type, or to what cannot be read on its topic. */
  public static List<Participant> consumers(ConsumerRecord<?, ?> record) {
    return Headers.type(record).map(Dance::consumers).orElseGet(() -> readers(record.topic()));
  }

  /** The services that read a topic, and park what is of no known type. */
  public static List<Participant> readers(String topic) {
    return Arrays.stream(EventType.values())
        .filter(type -> type.topic().equals(topic))
        .flatMap(type -> consumers(type).stream())
        .distinct()
        .toList();
  }
}
