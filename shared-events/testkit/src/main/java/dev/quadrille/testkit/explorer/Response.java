package dev.quadrille.testkit.explorer;

import java.util.List;

/**
 * What a dancer did about a cue.
 *
 * @param after where it stands now
 * @param told what it told, in this order
 * @param moved how goods or money moved in its books; empty if they did not
 * @param troubles what went wrong; nothing else happened then
 */
record Response(Standing after, List<Fact> told, String moved, List<Trouble> troubles) {

  /** The transaction has rolled back, or has done nothing but park the event. */
  static Response failure(Standing before, Kind kind, String what) {
    return new Response(before, List.of(), "", List.of(new Trouble(kind, what)));
  }

  boolean failed() {
    return !troubles.isEmpty();
  }
}
