package dev.quadrille.codec;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.IndexedRecord;

/** Values that were whole and no longer are, each in one way. */
public final class SpoiledEvents {
  // What no registry of a test has come to yet.
  private static final int NOBODYS = 1_900_000_000;
  private static final int NOBODYS_RANGE = 100_000_000;
  private static final long IMPOSSIBLE = -1;
  private static final String STRANGE = "STRANGE_SYMBOL_OF_TOMORROW";

  private final Function<Integer, Schema> writers;

  /** For the schemas of a registry. */
  public SpoiledEvents(RegistryClient registry) {
    this(new KnownSchemas(registry)::writer);
  }

  SpoiledEvents(Function<Integer, Schema> writers) {
    this.writers = writers;
  }

  /** Cut off in the middle, and then not what it was. */
  public byte[] bytes(byte[] value, Random random) {
    var length =
        value.length <= WireHead.LENGTH + 1
            ? value.length
            : WireHead.LENGTH + 1 + random.nextInt(value.length - WireHead.LENGTH - 1);
    var spoiled = Arrays.copyOf(value, length);
    for (var i = WireHead.LENGTH; i < length; i++) {
      spoiled[i] ^= (byte) 0xFF;
    }
    return spoiled;
  }

  /** Written with a schema that the registry does not know. */
  public byte[] schemaId(byte[] value, Random random) {
    return WireHead.with(NOBODYS + random.nextInt(NOBODYS_RANGE), value);
  }

  /** More bytes than belong to it, up to a length. */
  public byte[] longer(byte[] value, int length) {
    return Arrays.copyOf(value, Math.max(length, value.length + 1));
  }

  /** With a symbol that its schema does not have; empty if it holds no symbol. */
  public Optional<byte[]> symbol(byte[] value) {
    var writer = writers.apply(WireHead.schemaId(value));
    var wider = withStrangeSymbols(writer);
    var record = PlainAvro.read(writer, value);
    for (var field : wider.getFields()) {
      if (field.schema().getType() == Schema.Type.ENUM) {
        record.put(field.pos(), new GenericData.EnumSymbol(field.schema(), STRANGE));
        return Optional.of(PlainAvro.write(value, wider, record));
      }
    }
    return Optional.empty();
  }

  /** With a quantity or an amount that cannot be; empty if it holds none. */
  public Optional<byte[]> number(byte[] value) {
    var writer = writers.apply(WireHead.schemaId(value));
    var record = PlainAvro.read(writer, value);
    return spoilNumber(record)
        ? Optional.of(PlainAvro.write(value, writer, record))
        : Optional.empty();
  }

  private static boolean spoilNumber(IndexedRecord record) {
    for (var field : record.getSchema().getFields()) {
      var held = record.get(field.pos());
      if (field.schema().getObjectProp("minimum") != null) {
        record.put(
            field.pos(),
            field.schema().getType() == Schema.Type.INT
                ? (Object) (int) IMPOSSIBLE
                : (Object) IMPOSSIBLE);
        return true;
      }
      if (held instanceof List<?> items
          && !items.isEmpty()
          && items.get(0) instanceof IndexedRecord first
          && spoilNumber(first)) {
        return true;
      }
    }
    return false;
  }

  // The same schema, but for one more symbol at the end of each of its enums.
  private static Schema withStrangeSymbols(Schema writer) {
    var json =
        writer
            .toString()
            .replaceAll("(\"symbols\":\\[[^\\]]*)\\]", "$1,\"%s\"]".formatted(STRANGE));
    return new Schema.Parser().parse(json);
  }
}
