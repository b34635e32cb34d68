package dev.quadrille.web;

import java.time.Duration;
import java.util.Collections;
import java.util.Enumeration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The header {@code Prefer} (RFC 7240). What it says wrongly, or at length, is not said. */
final class PreferHeader {
  static final String NAME = "Prefer";
  static final String APPLIED = "Preference-Applied";

  /** COMMA looks ahead to the end at each comma. */
  private static final int LONGEST = 200;

  private static final Pattern COMMA = Pattern.compile(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)");
  private static final Pattern WAIT =
      Pattern.compile("\\s*wait\\s*=\\s*(\"?)(\\d{1,9})\\1\\s*(;.*)?", Pattern.CASE_INSENSITIVE);

  private PreferHeader() {}

  /**
   * How long is waited at most.
   *
   * @param values of all lines of the header
   * @return zero if no wait is preferred
   */
  static Duration waitOf(Enumeration<String> values) {
    return Collections.list(values).stream()
        .filter(line -> line.length() <= LONGEST)
        .flatMap(line -> Stream.of(COMMA.split(line)))
        .map(WAIT::matcher)
        .filter(Matcher::matches)
        .findFirst() // of preferences that are said twice, the first counts
        .map(wait -> Duration.ofSeconds(Long.parseLong(wait.group(2))))
        .orElse(Duration.ZERO);
  }
}
