package dev.quadrille.checks;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * A PromQL expression as far as names go: which series it asks for, and which labels it groups by.
 *
 * @param selectors the series that it asks for
 * @param grouping the labels that it aggregates by or joins on
 */
public record Query(List<Selector> selectors, Set<String> grouping) {
  private static final Pattern GROUPING =
      Pattern.compile("\\b(?:by|without|on|ignoring|group_left|group_right)\\s*\\(([^)]*)\\)");
  private static final Pattern RANGE = Pattern.compile("\\[[^\\]]*\\]");
  private static final Pattern SELECTOR =
      Pattern.compile("(?<![\\w.])([a-zA-Z_:][\\w:]*)(?:\\{([^}]*)\\})?(?!\\w*\\s*\\()");
  private static final Pattern MATCHER =
      Pattern.compile("(\\w+)\\s*(=~|!~|!=|=)\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");
  private static final Set<String> WORDS = Set.of("and", "or", "unless", "bool", "offset");

  /** Reads an expression, be it of a rule or of a panel. */
  public static Query of(String promql) {
    var grouping = new TreeSet<String>();
    GROUPING
        .matcher(promql)
        .results()
        .flatMap(found -> Set.of(found.group(1).strip().split("\\s*,\\s*")).stream())
        .forEach(grouping::add);
    var bare = RANGE.matcher(GROUPING.matcher(promql).replaceAll(" ")).replaceAll(" ");
    var selectors = new ArrayList<Selector>();
    SELECTOR
        .matcher(bare)
        .results()
        .filter(found -> !WORDS.contains(found.group(1)))
        .forEach(found -> selectors.add(new Selector(found.group(1), matchers(found.group(2)))));
    return new Query(List.copyOf(selectors), grouping);
  }

  private static List<Matcher> matchers(String braces) {
    return braces == null
        ? List.of()
        : MATCHER
            .matcher(braces)
            .results()
            .map(found -> new Matcher(found.group(1), found.group(2), found.group(3)))
            .toList();
  }

  /**
   * Series of one metric.
   *
   * @param metric its name
   * @param matchers what their labels must be
   */
  public record Selector(String metric, List<Matcher> matchers) {}

  /**
   * A condition on a label.
   *
   * @param operator {@code =}, {@code !=}, {@code =~} or {@code !~}
   */
  public record Matcher(String label, String operator, String value) {

    /** Whether a label of this value fits. */
    public boolean fits(String actual) {
      return switch (operator) {
        case "=" -> actual.equals(value);
        case "!=" -> !actual.equals(value);
        case "=~" -> Pattern.matches(value, actual);
        default -> !Pattern.matches(value, actual);
      };
    }
  }
}
