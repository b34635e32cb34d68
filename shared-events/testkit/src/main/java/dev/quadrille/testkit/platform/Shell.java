package dev.quadrille.testkit.platform;

import java.util.ArrayList;
import java.util.List;

/** Starts commands so that signals meant for their owner do not hit them. */
public final class Shell {

  // Ctrl-C goes to the whole foreground group: the owner shall stop its parts in order, not see
  // them all go at once. An
  // ignored signal stays ignored through exec, also in a JVM.
  private static final String IGNORE_TERMINAL = "trap '' INT HUP; exec \"$@\"";

  private static final String DETACHED =
      "trap '' INT HUP; if command -v setsid >/dev/null; then exec setsid \"$@\"; fi; exec \"$@\"";

  // Whoever kills the owner's whole process group must not get its reaper too.
  private static final String OWN_SESSION =
      "trap '' INT HUP TERM; if command -v setsid >/dev/null; then exec setsid \"$@\"; fi; exec"
          + " \"$@\"";

  private Shell() {}

  static List<String> ignoringTheTerminal(List<String> command) {
    return prefixed(IGNORE_TERMINAL, command);
  }

  static List<String> inOwnSession(List<String> command) {
    return prefixed(OWN_SESSION, command);
  }

  /** For a process that outlives the terminal it was started from, and ends when asked to. */
  public static List<String> detached(List<String> command) {
    return prefixed(DETACHED, command);
  }

  private static List<String> prefixed(String script, List<String> command) {
    var prefixed = new ArrayList<>(List.of("sh", "-c", script, "sh"));
    prefixed.addAll(command);
    return prefixed;
  }
}
