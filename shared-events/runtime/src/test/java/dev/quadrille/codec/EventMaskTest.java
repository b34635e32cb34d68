package dev.quadrille.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.IndexedRecord;
import org.junit.jupiter.api.Test;

class EventMaskTest {
  private static final Schema ORDER =
      new Schema.Parser()
          .parse(
              """
              {"type": "record", "name": "Placed", "fields": [
                {"name": "orderId", "type": "string"},
                {"name": "customerId", "type": "string"},
                {"name": "payerId", "type": "string"},
                {"name": "currency", "type": "string"},
                {"name": "note", "type": ["null", "string"]},
                {"name": "totalMinor", "type": "long"},
                {"name": "tags", "type": {"type": "array", "items": "string"}}
              ]}\
              """);
  private static final String ID = "01900000-0000-7000-8000-000000000001";
  private static final byte[] HEAD = {0, 0, 0, 0, 7};

  private final EventMask mask = new EventMask(id -> ORDER);

  @Test
  void putsOtherTextsWhereOneMayBePersonalAndKeepsTheRest() {
    var masked = PlainAvro.read(ORDER, mask.mask(value("ann@example.org")).orElseThrow());

    assertThat(text(masked, "orderId")).isEqualTo(ID);
    assertThat(text(masked, "currency")).isEqualTo("EUR");
    assertThat(masked.get(5)).isEqualTo(500L);
    assertThat(text(masked, "customerId"))
        .matches("masked-[0-9a-f]{12}")
        .isEqualTo(text(masked, "payerId"));
    assertThat(masked.toString()).doesNotContain("ann@", "ring twice", "vip");
  }

  @Test
  void isAnotherEachTime() {
    assertThat(new EventMask(id -> ORDER).mask("ann")).isNotEqualTo(mask.mask("ann"));
    assertThat(mask.mask("ann")).isEqualTo(mask.mask("ann")).isNotEqualTo(mask.mask("ben"));
  }

  @Test
  void masksNothingThatItCannotRead() {
    var value = value("ann@example.org");
    value[5] = (byte) 0xFE;
    assertThat(mask.mask(value)).isEmpty();
    assertThat(mask.mask("ann".getBytes(StandardCharsets.UTF_8))).isEmpty();
  }

  private static String text(IndexedRecord record, String field) {
    return record.get(ORDER.getField(field).pos()).toString();
  }

  private static byte[] value(String customer) {
    var record = new GenericData.Record(ORDER);
    record.put("orderId", ID);
    record.put("customerId", customer);
    record.put("payerId", customer);
    record.put("currency", "EUR");
    record.put("note", "ring twice");
    record.put("totalMinor", 500L);
    record.put("tags", List.of("vip"));
    return PlainAvro.write(HEAD, ORDER, record);
  }
}
