package dev.quadrille.cli;

import dev.quadrille.cli.connection.OpsApi;
import dev.quadrille.cli.connection.RefusedException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What came of doing something about a parked event.
 *
 * @param event as it stands now; null if that was refused
 * @param refusal why; null if it was not
 */
record ParkedDeed(ParkedNumber number, @Nullable JsonNode event, @Nullable String refusal) {

  /** Does it. */
  static ParkedDeed done(String action, ParkedNumber number, Map<String, ?> body, OpsApi api) {
    try {
      var event = api.post(number.service(), number.path() + "/" + action, body);
      return new ParkedDeed(number, event, null);
    } catch (RefusedException e) {
      return new ParkedDeed(number, null, e.getMessage());
    }
  }

  void print(Terminal terminal) {
    if (event == null) {
      terminal.warn("%s  %s".formatted(number, refusal));
    } else {
      terminal.raw("%s  %s".formatted(number, ParkedTable.standing(event)));
    }
  }

  /** For {@code --json}. */
  Object document() {
    return event == null ? Map.of("refused", String.valueOf(refusal)) : event;
  }
}
