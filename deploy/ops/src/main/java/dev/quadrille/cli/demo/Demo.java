package dev.quadrille.cli.demo;

import dev.quadrille.testkit.oracle.Oracle;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Dances the scenes one after the other and lets the oracle judge. */
public final class Demo {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Stage stage;
  private final PrintWriter out;
  private final Runnable requireOpen;

  /**
   * @param requireOpen throws once the stage is being closed: what fails then is no failure
   */
  public Demo(Stage stage, PrintWriter out, Runnable requireOpen) {
    this.stage = stage;
    this.out = out;
    this.requireOpen = requireOpen;
  }

  /** Returns whether every scene went as it must and nothing contradicts anything at the end. */
  public boolean run() {
    var failed = new ArrayList<String>();
    var shop = new Shop(stage);
    var letter = 'a';
    for (var scene : new Scenes(stage).all()) {
      out.printf("%n(%c) %s%n", letter, scene.title());
      var start = System.nanoTime();
      try {
        scene.dance().dance(shop).forEach(order -> show(order, shop));
        out.printf("    as it must be, in %d ms%n", (System.nanoTime() - start) / 1_000_000);
      } catch (SceneFailedException e) {
        requireOpen.run();
        failed.add("(" + letter + ") " + e.getMessage());
        out.printf("    FAILED: %s%n", e.getMessage());
      }
      out.flush();
      letter++;
    }
    return verdict(failed);
  }

  private void show(UUID order, Shop shop) {
    new Timeline(stage).of(order).forEach(line -> out.printf("    %s%n", line));
    var now = shop.show(order);
    var reason = now.get("reason").isNull() ? "" : ", " + now.get("reason").asString();
    out.printf("    order %s: %s%s%n", order, now.get("status").asString(), reason);
  }

  private boolean verdict(List<String> failed) {
    var verdict = new Oracle(stage).settled(PATIENCE);
    out.printf("%nVerdict over %s%n", verdict.counted());
    verdict.findings().forEach(f -> out.printf("    %s: %s%n", f.check(), f.what()));
    failed.forEach(scene -> out.printf("    scene %s%n", scene));
    var well = verdict.cleanAndQuiet() && failed.isEmpty();
    out.printf(
        "    %s%n",
        well
            ? "money, stock, orders, events and notifications agree"
            : "%d contradictions, %d orders in flight, %d scenes failed"
                .formatted(verdict.findings().size(), verdict.inFlight(), failed.size()));
    out.flush();
    return well;
  }
}
