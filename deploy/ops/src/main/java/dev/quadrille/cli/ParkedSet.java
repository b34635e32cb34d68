package dev.quadrille.cli;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Parked events that a person has seen, and no others. As a token it travels from the look to the
 * deed: {@code inventory:3-7,9+order:12#5f2c9a1b}, where the end stands for the rest and for what
 * is to be done.
 *
 * @param numbers each once, sorted
 */
record ParkedSet(List<ParkedNumber> numbers) {
  private static final int CHECK_DIGITS = 8;

  ParkedSet {
    numbers = numbers.stream().distinct().sorted().toList();
  }

  /**
   * Reads a token.
   *
   * @throws IllegalArgumentException if it is none, or one for something else
   */
  static ParkedSet of(String token, String action) {
    var end = token.lastIndexOf('#');
    if (end < 0 || !token.substring(end + 1).equals(check(token.substring(0, end), action))) {
      throw new IllegalArgumentException("this is no token to " + action + " by");
    }
    return new ParkedSet(
        Stream.of(token.substring(0, end).split("\\+")).flatMap(ParkedSet::numbers).toList());
  }

  String token(String action) {
    var set =
        numbers.stream()
            .collect(groupingBy(ParkedNumber::service, TreeMap::new, toList()))
            .entrySet()
            .stream()
            .map(entry -> entry.getKey().label() + ":" + ranges(entry.getValue()))
            .collect(joining("+"));
    return set + "#" + check(set, action);
  }

  private static String ranges(List<ParkedNumber> sorted) {
    var ranges = new ArrayList<String>();
    for (var first = 0; first < sorted.size(); ) {
      var last = first;
      while (last + 1 < sorted.size() && sorted.get(last + 1).id() == sorted.get(last).id() + 1) {
        last++;
      }
      var from = sorted.get(first).id();
      var to = sorted.get(last).id();
      ranges.add(from == to ? "" + from : from + "-" + to);
      first = last + 1;
    }
    return String.join(",", ranges);
  }

  private static Stream<ParkedNumber> numbers(String ofOneService) {
    var parts = ofOneService.split(":", 2);
    var service = ParkedNumber.serviceNamed(parts[0]);
    return Stream.of(parts[1].split(","))
        .flatMapToLong(ParkedSet::range)
        .mapToObj(id -> new ParkedNumber(service, id));
  }

  private static LongStream range(String range) {
    var ends = range.split("-");
    return LongStream.rangeClosed(Long.parseLong(ends[0]), Long.parseLong(ends[ends.length - 1]));
  }

  private static String check(String set, String action) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      var bytes = digest.digest((action + " " + set).getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(bytes).substring(0, CHECK_DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
