package dev.quadrille.contracts;

import static dev.quadrille.contracts.Aggregate.NOTIFICATION;
import static dev.quadrille.contracts.Aggregate.ORDER;
import static dev.quadrille.contracts.Aggregate.PAYMENT;
import static dev.quadrille.contracts.Aggregate.RESERVATION;
import static dev.quadrille.contracts.Lane.COMPENSATION;
import static dev.quadrille.contracts.Lane.FORWARD;
import static java.util.stream.Collectors.toUnmodifiableMap;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;

/** The event catalogue: every fact of the dance, whose it is, and the lane it travels. */
public enum EventType {
  ORDER_PLACED(OrderPlaced.class, ORDER, FORWARD),
  ORDER_CONFIRMED(OrderConfirmed.class, ORDER, FORWARD),
  ORDER_CANCELLATION_REQUESTED(OrderCancellationRequested.class, ORDER, COMPENSATION),
  ORDER_CANCELLED(OrderCancelled.class, ORDER, COMPENSATION),
  ORDER_REFUND_REQUESTED(OrderRefundRequested.class, ORDER, COMPENSATION),
  ORDER_REFUNDED(OrderRefunded.class, ORDER, COMPENSATION),

  STOCK_RESERVED(StockReserved.class, RESERVATION, FORWARD),
  STOCK_COMMITTED(StockCommitted.class, RESERVATION, FORWARD),
  STOCK_REJECTED(StockRejected.class, RESERVATION, COMPENSATION),
  STOCK_RELEASED(StockReleased.class, RESERVATION, COMPENSATION),

  ACCOUNT_DEBITED(AccountDebited.class, PAYMENT, FORWARD),
  DEBIT_REJECTED(DebitRejected.class, PAYMENT, COMPENSATION),
  PAYMENT_REVERSED(PaymentReversed.class, PAYMENT, COMPENSATION),

  NOTIFICATION_SENT(NotificationSent.class, NOTIFICATION, FORWARD),
  NOTIFICATION_FAILED(NotificationFailed.class, NOTIFICATION, FORWARD);

  private static final Map<Class<?>, EventType> BY_RECORD = index(EventType::record);
  private static final Map<String, EventType> BY_WIRE_NAME = index(EventType::wireName);

  private final Class<? extends SpecificRecord> record;
  private final Aggregate aggregate;
  private final Lane lane;
  private final Schema schema;
  private final int orderIdPosition;

  EventType(Class<? extends SpecificRecord> record, Aggregate aggregate, Lane lane) {
    this.record = record;
    this.aggregate = aggregate;
    this.lane = lane;
    this.schema = SpecificData.get().getSchema(record);
    this.orderIdPosition = schema.getField("orderId").pos();
  }

  /** The type of an event. */
  public static EventType of(SpecificRecord event) {
    return of(event.getClass());
  }

  /**
   * The type that a generated class stands for.
   *
   * @throws IllegalArgumentException if the class is no event
   */
  public static EventType of(Class<? extends SpecificRecord> record) {
    var type = BY_RECORD.get(record);
    if (type == null) {
      throw new IllegalArgumentException(record.getName() + " is not in the event catalogue");
    }
    return type;
  }

  /** The type with this {@link #wireName()}; empty if this version knows none. */
  public static Optional<EventType> named(String wireName) {
    return Optional.ofNullable(BY_WIRE_NAME.get(wireName));
  }

  /** The generated class. */
  public Class<? extends SpecificRecord> record() {
    return record;
  }

  /** Whose fact it is. */
  public Aggregate aggregate() {
    return aggregate;
  }

  /** How it travels. */
  public Lane lane() {
    return lane;
  }

  /** Where it travels. */
  public String topic() {
    return aggregate.topic(lane);
  }

  /** The schema of this version. */
  public Schema schema() {
    return schema;
  }

  /** The value of {@code ce_type}: the full name of the Avro record. */
  public String wireName() {
    return schema.getFullName();
  }

  /**
   * The registry's subject of {@link #schema()}; a topic carries several types, so it names both.
   */
  public String subject() {
    return topic() + "-" + schema.getFullName();
  }

  /** The order that an event of this type is about; also the key of its record. */
  public UUID orderId(SpecificRecord event) {
    return (UUID) event.get(orderIdPosition);
  }

  private static <K> Map<K, EventType> index(Function<EventType, K> key) {
    return Arrays.stream(values()).collect(toUnmodifiableMap(key, Function.identity()));
  }
}
