package dev.quadrille.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/**
 * Puts other texts into values where a text may be personal. Equal texts become equal ones, so that
 * a customer stays one customer; nobody finds back, for the key is forgotten.
 */
public final class EventMask {
  private static final String HMAC = "HmacSHA256";
  private static final int SHOWN_DIGITS = 12;

  private final IntFunction<Schema> writers;
  private final SecretKeySpec key;

  /** With a key of its own, for the schemas of a registry. */
  public EventMask(RegistryClient registry) {
    this(new KnownSchemas(registry)::writer);
  }

  EventMask(IntFunction<Schema> writers) {
    this.writers = writers;
    var random = new byte[32];
    new SecureRandom().nextBytes(random);
    this.key = new SecretKeySpec(random, HMAC);
  }

  /**
   * The value with the same head and other texts.
   *
   * @return empty if the bytes are no whole value of the schema that they name
   * @throws RegistryUnavailableException if the registry had to be asked and could not answer
   */
  public Optional<byte[]> mask(byte[] value) {
    try {
      var writer = writers.apply(WireHead.schemaId(value));
      AvroBody.requireWhole(writer, value, WireHead.LENGTH);
      var record = PlainAvro.read(writer, value);
      mask(record);
      return Optional.of(PlainAvro.write(value, writer, record));
    } catch (UnreadableEventException | AvroRuntimeException poison) {
      return Optional.empty();
    }
  }

  /** What stands for a text. */
  public String mask(String text) {
    try {
      var mac = Mac.getInstance(HMAC);
      mac.init(key);
      return "masked-"
          + HexFormat.of().formatHex(mac.doFinal(text.getBytes(UTF_8))).substring(0, SHOWN_DIGITS);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + HMAC, e);
    }
  }

  private void mask(IndexedRecord record) {
    for (var field : record.getSchema().getFields()) {
      record.put(field.pos(), masked(field.name(), record.get(field.pos())));
    }
  }

  private Object masked(String field, Object value) {
    if (value instanceof IndexedRecord record) {
      mask(record);
      return record;
    }
    if (value instanceof List<?> items) {
      var masked = new ArrayList<>();
      items.forEach(item -> masked.add(masked(field, item)));
      return masked;
    }
    return value instanceof CharSequence && PersonalTexts.mayBe(field, value)
        ? mask(value.toString())
        : value;
  }
}
