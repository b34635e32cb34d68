package dev.quadrille.contracts;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Header names of a record: the CloudEvents Kafka protocol binding, binary mode, with the
 * extensions {@code traceparent} and {@code causationid}. Values are UTF-8.
 *
 * @see <a
 *     href="https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/kafka-protocol-binding.md">Kafka
 *     Protocol Binding for CloudEvents 1.0.2</a>
 */
public final class EventHeaders {
  /** Version of CloudEvents, {@code 1.0}. */
  public static final String SPEC_VERSION = "ce_specversion";

  /** The event's id, a UUID: one fact keeps it through every delivery. */
  public static final String ID = "ce_id";

  /** {@link EventType#wireName()}. */
  public static final String TYPE = "ce_type";

  /** The service that states the fact, {@code /quadrille/<aggregate>}. */
  public static final String SOURCE = "ce_source";

  /** When the fact was written to the outbox, RFC 3339. */
  public static final String TIME = "ce_time";

  /** The order's id. */
  public static final String SUBJECT = "ce_subject";

  /** W3C trace context. Optional. */
  public static final String TRACEPARENT = "ce_traceparent";

  /**
   * The id of the event that this one follows from. Absent where a person or a clock was the cause.
   */
  public static final String CAUSATION_ID = "ce_causationid";

  /** Media type of the value, {@code application/avro}. */
  public static final String CONTENT_TYPE = "content-type";

  /** On anything that a person emitted again; the value names the replay. */
  public static final String REPLAY = "quadrille-replay";

  /** On a record that was brought from another system: what its schema was called there. */
  public static final String ORIGINAL_SCHEMA_ID = "quadrille-original-schema-id";

  private static final Set<String> ALL =
      Set.of(
          SPEC_VERSION,
          ID,
          TYPE,
          SOURCE,
          TIME,
          SUBJECT,
          TRACEPARENT,
          CAUSATION_ID,
          CONTENT_TYPE,
          REPLAY,
          ORIGINAL_SCHEMA_ID);
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._:/+-]{1,200}");

  /** Whether a header is one of these, which hold nothing personal, and looks like it. */
  public static boolean isImpersonal(String name, byte[] value) {
    return ALL.contains(name) && PLAIN.matcher(new String(value, StandardCharsets.UTF_8)).matches();
  }

  private EventHeaders() {}
}
