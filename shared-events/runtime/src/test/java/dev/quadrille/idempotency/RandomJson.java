package dev.quadrille.idempotency;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A JSON value by chance, which can be written in many ways. */
sealed interface RandomJson {

  static RandomJson of(Random random) {
    return of(random, 3);
  }

  private static RandomJson of(Random random, int depth) {
    return switch (random.nextInt(depth == 0 ? 3 : 5)) {
      case 0 ->
          new Text(
              IntStream.range(0, random.nextInt(5))
                  .mapToObj(i -> letter(random))
                  .collect(Collectors.joining()));
      case 1 -> new Number(BigDecimal.valueOf(random.nextLong(), random.nextInt(40) - 20));
      case 2 -> new Word(List.of("true", "false", "null").get(random.nextInt(3)));
      case 3 -> new Array(some(random, () -> of(random, depth - 1)));
      default -> new Members(some(random, () -> of(random, depth - 1)));
    };
  }

  private static List<RandomJson> some(Random random, Supplier<RandomJson> one) {
    return Stream.generate(one).limit(random.nextInt(4)).toList();
  }

  private static String letter(Random random) {
    return List.of("a", "é", "e\u0301", "\uD83C\uDF75", "\"", "\\", "/", "\n")
        .get(random.nextInt(8));
  }

  /** One of the ways to write it. */
  String written(Random random);

  /** Something else. */
  default RandomJson changed() {
    return new Array(List.of(this));
  }

  record Text(String text) implements RandomJson {
    @Override
    public String written(Random random) {
      return text.chars()
          .mapToObj(
              unit ->
                  random.nextBoolean()
                          || unit < ' '
                          || unit == '"'
                          || unit == '\\'
                          || Character.isSurrogate((char) unit)
                      ? "\\u%04x".formatted(unit)
                      : Character.toString(unit))
          .collect(Collectors.joining("", "\"", "\""));
    }
  }

  record Number(BigDecimal value) implements RandomJson {
    @Override
    public String written(Random random) {
      return switch (random.nextInt(3)) {
        case 0 -> value.toPlainString();
        case 1 -> value.unscaledValue() + "E" + -value.scale();
        default -> value.setScale(value.scale() + 3).unscaledValue() + "e" + -(value.scale() + 3);
      };
    }
  }

  record Word(String word) implements RandomJson {
    @Override
    public String written(Random random) {
      return word;
    }
  }

  record Array(List<RandomJson> items) implements RandomJson {
    @Override
    public String written(Random random) {
      return items.stream()
          .map(item -> space(random) + item.written(random) + space(random))
          .collect(Collectors.joining(",", "[", "]"));
    }
  }

  /** An object whose members are named by their numbers. */
  record Members(List<RandomJson> values) implements RandomJson {
    @Override
    public String written(Random random) {
      Function<Integer, String> member =
          i ->
              space(random)
                  + "\"m"
                  + i
                  + "\""
                  + space(random)
                  + ":"
                  + values.get(i).written(random);
      var order = new ArrayList<>(IntStream.range(0, values.size()).boxed().toList());
      Collections.shuffle(order, random);
      return order.stream().map(member).collect(Collectors.joining(",", "{", "}"));
    }
  }

  private static String space(Random random) {
    return List.of("", " ", "\n", "\t ").get(random.nextInt(4));
  }
}
