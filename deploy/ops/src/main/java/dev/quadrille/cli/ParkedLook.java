package dev.quadrille.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a look at parked events has found.
 *
 * @param found in the order in which it was found
 */
record ParkedLook(List<ParkedChoice.Found> found) {

  static ParkedLook of(Stream<ParkedChoice.Found> found) {
    return new ParkedLook(found.toList());
  }

  /** By their names, as the services show them. */
  Map<String, JsonNode> events() {
    var events = new LinkedHashMap<String, JsonNode>();
    found.forEach(one -> events.put(one.number().toString(), one.item()));
    return events;
  }

  /** With the token by which the action is done to exactly these. */
  Document document(String action) {
    return new Document(found.isEmpty() ? null : set().token(action), events());
  }

  void print(String action, Terminal terminal) {
    ParkedTable.print(terminal, found);
    if (!found.isEmpty()) {
      terminal.raw("");
      terminal.raw(
          "to %s exactly these %d: --confirm %s --by NAME --why TEXT"
              .formatted(action, found.size(), set().token(action)));
    }
  }

  private ParkedSet set() {
    return new ParkedSet(found.stream().map(ParkedChoice.Found::number).toList());
  }

  /**
   * The JSON of a look.
   *
   * @param confirm the token; null if nothing was found
   */
  record Document(@Nullable String confirm, Map<String, JsonNode> events) {}
}
