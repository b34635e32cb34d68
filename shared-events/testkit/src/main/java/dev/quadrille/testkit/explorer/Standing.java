package dev.quadrille.testkit.explorer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One view of a dancer, and what is known about it. There is one object for all that are equal, so
 * that comparing two is cheap.
 */
final class Standing {
  private final View view;
  private final List<List<Cue>> ways = new ArrayList<>();
  private final Map<Cue, Response> responses = new LinkedHashMap<>();

  Standing(View view) {
    this.view = view;
  }

  View view() {
    return view;
  }

  /** Histories that lead here; the first is a shortest. */
  List<List<Cue>> ways() {
    return ways;
  }

  /** What follows from the cues that were tried. */
  Map<Cue, Response> responses() {
    return responses;
  }

  @Override
  public String toString() {
    return view.toString();
  }
}
