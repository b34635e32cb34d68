package dev.quadrille.handling;

import dev.quadrille.contracts.Lane;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A parked event as it stands in the table.
 *
 * @param id its number
 * @param lane the lane it came by
 * @param reason why it is here
 * @param detail what exactly was wrong at the last attempt
 * @param attempts how often it was attempted
 * @param record the record as it came
 * @param edited what is attempted instead of its value; null if that is attempted as it came
 * @param settlement what became of it; null while it is parked
 */
record ParkedRow(
    long id,
    Lane lane,
    ParkingReason reason,
    String detail,
    int attempts,
    ConsumerRecord<byte[], byte[]> record,
    byte @Nullable [] edited,
    @Nullable Settlement settlement) {

  /** What is attempted. */
  ConsumerRecord<byte[], byte[]> attempted() {
    return edited == null ? record : carrying(edited);
  }

  /** The record with another value. */
  ConsumerRecord<byte[], byte[]> carrying(byte[] value) {
    var other =
        new ConsumerRecord<>(
            record.topic(), record.partition(), record.offset(), record.key(), value);
    record.headers().forEach(other.headers()::add);
    return other;
  }
}
