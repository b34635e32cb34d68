package dev.quadrille.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

// case H6
class KeySyntaxTest {

  @ParameterizedTest
  @CsvSource({
    "k,k",
    "8e03978e-40d5-43dd-bc93-6894a57f9324,8e03978e-40d5-43dd-bc93-6894a57f9324",
    "\"k\",k",
    "\"k;p=1\",k;p=1",
    "a=b&c/d?,a=b&c/d?",
    "it's,it's",
    "k;,k;",
    "k;P=1,k;P=1"
  })
  void readsBareKeysAndStrings(String value, String key) {
    assertThat(KeySyntax.read(value)).contains(key);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "\t",
        "\"\"",
        "\" \"",
        "\"",
        "\"open",
        "\"a\\\"b\"",
        "\"a\\\\b\"",
        "\"a\\b\"",
        "\"a\"b\"",
        "\"a\" ",
        "\"k\";p=1",
        "\"k\";p",
        "k;p=1",
        "k;p",
        "k;a=1;b=2",
        "\"a\", \"b\"",
        "a b",
        "a\tb",
        "a\nb",
        "a\u0000b",
        "a\u007fb",
        "clé",
        "\u00ff",
        "\"clé\"",
        "钥匙"
      })
  void refusesWhatIsNoKey(String value) {
    assertThat(KeySyntax.read(value)).isEmpty();
  }

  @Test
  void takesUpTo255Characters() {
    var longest = "x".repeat(255);
    assertThat(KeySyntax.read(longest)).contains(longest);
    assertThat(KeySyntax.read('"' + longest + '"')).contains(longest);
    assertThat(KeySyntax.read(longest + "x")).isEmpty();
    assertThat(KeySyntax.read('"' + longest + "x\"")).isEmpty();
    assertThat(KeySyntax.read("x".repeat(8000))).isEmpty();
  }

  @RepeatedTest(200)
  void givesEachVisibleKeyForItself(RepetitionInfo repetition) {
    var random = new Random(repetition.getCurrentRepetition());
    var key =
        random
            .ints(1 + random.nextInt(255), '!', '~' + 1)
            .filter(it -> it != ';' && it != '"')
            .mapToObj(Character::toString)
            .collect(Collectors.joining("", "k", ""));
    assertThat(KeySyntax.read(key.substring(0, Math.min(255, key.length()))))
        .contains(key.substring(0, Math.min(255, key.length())));
  }
}
