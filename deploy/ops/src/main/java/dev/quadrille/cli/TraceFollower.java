package dev.quadrille.cli;

import dev.quadrille.cli.trace.TraceView;
import dev.quadrille.cli.trace.Tracer;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Shows what becomes known of an order line by line. */
final class TraceFollower {
  private static final Set<String> ENDS = Set.of("CONFIRMED", "CANCELLED", "REFUNDED");
  private static final long PAUSE_MILLIS = 500;

  private final Tracer tracer;
  private final Terminal terminal;
  private final Set<String> shown = new HashSet<>();

  TraceFollower(Tracer tracer, Terminal terminal) {
    this.tracer = tracer;
    this.terminal = terminal;
  }

  /**
   * Returns when the order has ended and everybody has heard of it, or the thread is interrupted.
   */
  void follow(TraceView first) {
    first.begin().forEach(terminal::raw);
    var view = first;
    show(view, first);
    while (!ended(view) && pause()) {
      view = new TraceView(tracer.look());
      show(view, first);
    }
    view.end().forEach(terminal::raw);
  }

  private void show(TraceView view, TraceView first) {
    view.settled(first.start()).stream().filter(shown::add).forEach(terminal::raw);
  }

  private static boolean ended(TraceView view) {
    var status = view.trace().status();
    return status != null && ENDS.contains(status) && view.isQuiet();
  }

  private static boolean pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
