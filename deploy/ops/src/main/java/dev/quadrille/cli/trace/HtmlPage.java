package dev.quadrille.cli.trace;

import dev.quadrille.local.Participant;
import java.util.List;
import java.util.Map;
import org.springframework.web.util.HtmlUtils;

/** Draws steps as one HTML page that needs nothing else: no script, no font, no network. */
final class HtmlPage {
  private static final int APART = 150;
  private static final int FIRST = 90;
  private static final int ROW = 34;
  private static final int TEXT = FIRST + APART * Participant.values().length - 60;
  private static final String STYLE =
      """
      body{font:14px/1.5 system-ui,sans-serif;margin:2em;color:#222;background:#fff}
      svg{display:block;font-size:13px}line{stroke:#bbb}.a{stroke:#256;stroke-width:2}
      .x{stroke:#b00;stroke-width:2;stroke-dasharray:5 4}.b{fill:#b00}.g{fill:#777}
      td,th{text-align:left;padding:.2em 1em .2em 0;vertical-align:top}code{font-size:12px}
      """;

  private final Trace trace;
  private final List<Step> steps;

  HtmlPage(Trace trace, List<Step> steps) {
    this.trace = trace;
    this.steps = steps;
  }

  /** The page. */
  String text() {
    var title = "Order %s: %s".formatted(trace.order(), status());
    var page = new StringBuilder();
    page.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
        .append("<title>%s</title><style>%s</style></head><body>\n".formatted(title, STYLE))
        .append("<h1>%s</h1>\n".formatted(title));
    draw(page);
    page.append("<h2>Events</h2>\n<table><tr><th>event</th><th>id</th><th>follows from</th>")
        .append("<th>stands at</th><th>content</th></tr>\n");
    trace.events().forEach(event -> page.append(row(event)));
    page.append("</table>\n");
    trace.unseen().forEach(what -> page.append("<p class=\"g\">%s</p>\n".formatted(safe(what))));
    return page.append("</body></html>").toString();
  }

  private String status() {
    return trace.status() == null ? "order does not know it" : trace.status();
  }

  private void draw(StringBuilder page) {
    var height = ROW * (steps.size() + 2);
    page.append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1500\" height=\"%d\">\n"
            .formatted(height));
    for (var service : Participant.values()) {
      page.append(
          "<text x=\"%1$d\" y=\"20\" text-anchor=\"middle\">%2$s</text><line x1=\"%1$d\" y1=\"28\" x2=\"%1$d\" y2=\"%3$d\"/>\n"
              .formatted(x(service), service.label(), height));
    }
    for (var i = 0; i < steps.size(); i++) {
      draw(page, steps.get(i), ROW * (i + 2));
    }
    page.append("</svg>\n");
  }

  private void draw(StringBuilder page, Step step, int y) {
    var after = Steps.millis(steps.get(0).at(), step.at());
    var bad = step.failed();
    page.append("<text x=\"0\" y=\"%d\" class=\"g\">+%s</text>".formatted(y, after));
    if (step.to() == null) {
      page.append(
          "<circle cx=\"%d\" cy=\"%d\" r=\"5\"%s/>"
              .formatted(x(step.from()), y - 4, bad ? " class=\"b\"" : ""));
    } else {
      var to = x(step.to());
      var back = to > x(step.from()) ? -8 : 8;
      page.append(
          "<line x1=\"%1$d\" y1=\"%2$d\" x2=\"%3$d\" y2=\"%2$d\" class=\"%4$s\"/>"
              .formatted(x(step.from()), y - 4, to, bad ? "x" : "a"));
      page.append(
          "<path d=\"M%1$d %2$d l%3$d -5 v10 z\" fill=\"%4$s\"/>"
              .formatted(to, y - 4, back, bad ? "#b00" : "#256"));
    }
    page.append(
        "<text x=\"%d\" y=\"%d\"%s><tspan font-weight=\"bold\">%s</tspan> %s</text>\n"
            .formatted(
                TEXT, y, bad ? " class=\"b\"" : "", safe(step.label()), safe(step.detail())));
  }

  private static String row(Trace.Event event) {
    var stands = event.copies().stream().map(Trace.Copy::position).toList();
    return "<tr><td>%s</td><td><code>%s</code></td><td><code>%s</code></td><td>%s</td><td>%s</td></tr>\n"
        .formatted(
            event.name(),
            event.id(),
            event.causationId() == null ? "" : event.causationId(),
            safe(String.join(", ", stands)),
            event.content() == null ? "" : safe(content(event.content())));
  }

  private static String content(Map<String, Object> fields) {
    return fields.toString();
  }

  private static int x(Participant service) {
    return FIRST + APART * service.ordinal();
  }

  private static String safe(String text) {
    return HtmlUtils.htmlEscape(text, "UTF-8");
  }
}
