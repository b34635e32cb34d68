package dev.quadrille.checks;

import dev.quadrille.checks.Query.Selector;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What services expose to Prometheus, in its text format. */
public final class Exposition {
  /** Prometheus adds these when it scrapes. */
  private static final Set<String> OF_THE_SCRAPE = Set.of("namespace", "pod", "job", "instance");

  private static final Pattern SERIES = Pattern.compile("(\\w+)(?:\\{(.*)})? \\S+");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

  private final List<Series> series;

  /**
   * @param pages what each service answers
   */
  Exposition(List<String> pages) {
    series = pages.stream().flatMap(Exposition::read).toList();
  }

  /**
   * What services expose now.
   *
   * @param services where they answer
   */
  public static Exposition of(List<URI> services) {
    return new Exposition(services.stream().map(Exposition::page).toList());
  }

  private static String page(URI service) {
    var request = HttpRequest.newBuilder(service.resolve("/actuator/prometheus")).build();
    try {
      return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while asking " + request.uri(), e);
    }
  }

  /** What a query asks for and nobody exposes, in words; empty when all is there. */
  public Set<String> missing(Query query) {
    var missing = new TreeSet<String>();
    query.selectors().forEach(selector -> missing.addAll(missing(selector, query.grouping())));
    return missing;
  }

  private Set<String> missing(Selector selector, Set<String> grouping) {
    var named = series.stream().filter(one -> one.name.equals(selector.metric())).toList();
    if (named.isEmpty()) {
      return Set.of(selector.metric());
    }
    var missing = new TreeSet<String>();
    grouping.stream()
        .filter(label -> !has(named, label))
        .forEach(label -> missing.add(selector.metric() + " by " + label));
    selector.matchers().stream()
        .filter(matcher -> !OF_THE_SCRAPE.contains(matcher.label()))
        .filter(
            matcher ->
                named.stream()
                    .map(one -> one.labels.get(matcher.label()))
                    .noneMatch(value -> value != null && matcher.fits(value)))
        .forEach(matcher -> missing.add(selector.metric() + " with " + matcher));
    return missing;
  }

  private static boolean has(List<Series> named, String label) {
    return OF_THE_SCRAPE.contains(label)
        || named.stream().allMatch(one -> one.labels.containsKey(label));
  }

  private static Stream<Series> read(String page) {
    return page.lines()
        .filter(line -> !line.startsWith("#") && !line.isBlank())
        .map(
            line -> {
              var found = SERIES.matcher(line);
              if (!found.matches()) {
                throw new IllegalArgumentException("not a series: " + line);
              }
              var labels = new TreeMap<String, String>();
              if (found.group(2) != null) {
                LABEL
                    .matcher(found.group(2))
                    .results()
                    .forEach(label -> labels.put(label.group(1), label.group(2)));
              }
              return new Series(found.group(1), labels);
            });
  }

  private record Series(String name, Map<String, String> labels) {}
}
