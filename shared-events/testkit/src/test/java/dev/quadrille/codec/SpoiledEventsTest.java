package dev.quadrille.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quadrille.contracts.EventRules;
import dev.quadrille.contracts.EventType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SpoiledEventsTest {
  private static final int HEAD = 5;

  static {
    TrustedClasses.trustEvents();
  }

  @ParameterizedTest
  @EnumSource
  void spoilsWholeValuesSoThatNobodyReadsThem(EventType type) throws IOException {
    var spoiled = new SpoiledEvents(id -> type.schema());
    var value = whole(type);
    assertThatCode(() -> AvroBody.requireWhole(type.schema(), value, HEAD))
        .doesNotThrowAnyException();

    thenIsNoValue(type, spoiled.bytes(value, new Random(1)));
    thenIsNoValue(type, spoiled.longer(value, 1_000));
    spoiled.symbol(value).ifPresent(strange -> thenIsNoValue(type, strange));
    assertThat(WireHead.schemaId(spoiled.schemaId(value, new Random(1)))).isGreaterThan(1_000_000);
  }

  @ParameterizedTest
  @EnumSource
  void makesNumbersThatCannotBeOfThoseThatAreBound(EventType type) throws IOException {
    var number = new SpoiledEvents(id -> type.schema()).number(whole(type));

    if (number.isPresent()) {
      var decoder = DecoderFactory.get().binaryDecoder(number.get(), HEAD, length(number), null);
      var record =
          new GenericDatumReader<GenericData.Record>(
                  type.schema(), type.schema(), new GenericData())
              .read(null, decoder);
      assertThat(EventRules.violation(record)).isPresent();
    }
  }

  @Test
  void findsSomethingToSpoilInWhatMatters() throws IOException {
    for (var type :
        Arrays.asList(
            EventType.ORDER_PLACED, EventType.STOCK_RESERVED, EventType.ACCOUNT_DEBITED)) {
      assertThat(new SpoiledEvents(id -> type.schema()).number(whole(type)))
          .as("" + type)
          .isPresent();
    }
    assertThat(
            Stream.of(EventType.values())
                .filter(
                    type -> {
                      try {
                        return new SpoiledEvents(id -> type.schema())
                            .symbol(whole(type))
                            .isPresent();
                      } catch (IOException e) {
                        throw new IllegalStateException(e);
                      }
                    }))
        .hasSizeGreaterThan(4);
  }

  private static int length(Optional<byte[]> value) {
    return value.orElseThrow().length - HEAD;
  }

  private static void thenIsNoValue(EventType type, byte[] value) {
    assertThatThrownBy(() -> AvroBody.requireWhole(type.schema(), value, HEAD))
        .isInstanceOf(UnreadableEventException.class);
  }

  private static byte[] whole(EventType type) throws IOException {
    var out = new ByteArrayOutputStream();
    out.write(new byte[] {0, 0, 0, 0, 7});
    var encoder = EncoderFactory.get().directBinaryEncoder(out, null);
    new SpecificDatumWriter<SpecificRecord>(type.schema()).write(Specimen.of(type), encoder);
    return out.toByteArray();
  }
}
