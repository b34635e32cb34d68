package dev.quadrille.handling;

import dev.quadrille.contracts.Lane;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A parked event as it stands in the table.
 *
 * @param id its number
 * @param lane the lane it came by
 * @param attempts how often it was attempted
 * @param record the record, whole
 */
record ParkedRow(long id, Lane lane, int attempts, ConsumerRecord<byte[], byte[]> record) {}
