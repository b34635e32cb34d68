package dev.quadrille.idempotency;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

// case H2
class CanonicalJsonTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"a\":1,\"b\":2} | {\"b\":2,\"a\":1}",
        "{\"l\":[{\"a\":1,\"b\":[{}]}]} | { \"l\" :\t[ {\"b\": [ { } ] , \"a\":1} ] }",
        "1 | 1.0",
        "1 | 1e0",
        "100 | 1E+2",
        "100 | 10e1",
        "0.1 | 1e-1",
        "0 | -0.0",
        "0 | 0e999999999",
        "1e999999999 | 10e999999998",
        "10e2147483647 | 100e2147483646",
        "9007199254740993 | 9007199254740993.0",
        "\"\\u00e9\" | \"é\"",
        "\"\\ud83c\\udf75\" | \"\uD83C\uDF75\"",
        "\"\\/\" | \"/\"",
        "{\"\\u0061\":1} | {\"a\":1}"
      })
  void isTheSameForWhatSaysTheSame(String one, String other) throws Exception {
    assertThat(canonical(one)).isEqualTo(canonical(other));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[1,2] | [2,1]",
        "[1,2] | [12]",
        "[[1],2] | [[1,2]]",
        "[\"1\"] | [1]",
        "\"true\" | true",
        "null | \"null\"",
        "{} | []",
        "{\"a\":null} | {}",
        "{\"a\":{\"b\":1}} | {\"b\":{\"a\":1}}",
        "{\"ab\":\"c\"} | {\"a\":\"bc\"}",
        "9007199254740993 | 9007199254740992",
        "1e999999999 | 1e999999998",
        "0.1 | 0.10000000000000001",
        "1 | -1",
        "\"\u00e9\" | \"e\u0301\"",
        "\"\\ud800\" | \"\\ud801\"",
        "\"\\ud800\" | \"?\"",
        "\"a\" | \"A\"",
        "\"a\" | \"a \""
      })
  void isAnotherForWhatSaysSomethingElse(String one, String other) throws Exception {
    assertThat(canonical(one)).isNotEqualTo(canonical(other));
  }

  @Test
  void isTheSameInEveryProcess() throws Exception {
    assertThat(canonical("{\"b\":[1.50,\"é\"],\"a\":null}"))
        .isEqualTo("7b705e0e81123f02ba8d04901358cfebf8f75d2d3da527e785087c4712ae111639");
  }

  @Test
  void skipsAByteOrderMark() throws Exception {
    assertThat(canonical("\uFEFF{}")).isEqualTo(canonical("{}"));
  }

  @Test
  void saysNothingWhereNothingIsSaid() throws Exception {
    assertThat(canonical("")).isEmpty();
    assertThat(canonical(" \r\n")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "{]",
        "[1,]",
        "{\"a\"}",
        "{'a':1}",
        "{a:1}",
        "1 2",
        "{}x",
        "nul",
        "NaN",
        "01",
        "1e",
        "1e99999999999",
        "\"a\nb\"",
        "\"\\u0000\"",
        "{\"\\u0000\":1}",
        "{\"a\":1,\"a\":1}",
        "{\"a\":1,\"\\u0061\":2}",
        "[{\"x\":{\"a\":1,\"a\":1}}]"
      })
  void refusesWhatIsNoJson(String text) {
    assertThatThrownBy(() -> canonical(text)).isInstanceOf(MalformedJsonException.class);
  }

  @Test
  void refusesBytesThatAreNoText() {
    assertThatThrownBy(() -> CanonicalJson.of(new byte[] {'"', (byte) 0xC3, '"'}))
        .isInstanceOf(MalformedJsonException.class);
    assertThatThrownBy(
            () -> CanonicalJson.of(new byte[] {'"', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"'}))
        .isInstanceOf(MalformedJsonException.class);
  }

  @Test
  void isQuickWhateverComes() {
    var deep = "[".repeat(500) + "]".repeat(500);
    var deeper = "{\"a\":".repeat(100_000);
    var nested = "{\"a\":".repeat(400) + "\"" + "x".repeat(900_000) + "\"" + "}".repeat(400);
    var many = "[" + "0,".repeat(500_000) + "0]";
    var digits = "9".repeat(1_000_000);
    var exponents = "[" + "1e999999999,".repeat(80_000) + "1]";
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          for (var text : new String[] {deep, nested, many, exponents}) {
            assertThat(canonical(text)).isNotEmpty();
          }
          for (var text : new String[] {deeper, digits}) {
            assertThatThrownBy(() -> canonical(text)).isInstanceOf(MalformedJsonException.class);
          }
        });
  }

  @RepeatedTest(300)
  void doesNotDependOnHowAnythingIsWritten(RepetitionInfo repetition) throws Exception {
    var seed = repetition.getCurrentRepetition();
    var plain = RandomJson.of(new Random(seed)).written(new Random(1));
    var again = RandomJson.of(new Random(seed)).written(new Random(seed + 1000));
    var other = RandomJson.of(new Random(seed)).changed().written(new Random(seed + 2000));

    assertThat(canonical(again)).as("%s and %s", plain, again).isEqualTo(canonical(plain));
    assertThat(canonical(other)).as("%s and %s", plain, other).isNotEqualTo(canonical(plain));
  }

  private static String canonical(String text) throws MalformedJsonException {
    return HexFormat.of().formatHex(CanonicalJson.of(text.getBytes(UTF_8)));
  }
}
