package dev.quadrille.cli.why;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Why an order is where it is.
 *
 * @param status its state; null if order does not know it
 * @param reason why it is undone, and why that was refused which undid it; null if it is not undone
 * @param waiting what of it is in an intermediate state
 * @param obstacles what is in its way
 * @param unseen what could not be looked at
 */
public record Diagnosis(
    UUID order,
    @Nullable String status,
    @Nullable String reason,
    List<Waiting> waiting,
    List<Obstacle> obstacles,
    List<String> unseen) {
  private static final Set<String> TERMINAL = Set.of("CONFIRMED", "CANCELLED", "REFUNDED");

  /** Whether the order has ended. */
  @JsonProperty
  public boolean terminal() {
    return isTerminal(status);
  }

  static boolean isTerminal(@Nullable String status) {
    return status != null && TERMINAL.contains(status);
  }

  /** Whether the order has ended, nobody waits, and nothing is in the way. */
  @JsonProperty
  public boolean well() {
    return terminal() && waiting.isEmpty() && obstacles.stream().noneMatch(Obstacle::inTheWay);
  }

  /** One paragraph, and under it the commands that help, one a line. */
  public List<String> told() {
    var sentences = new ArrayList<String>();
    sentences.add(standing());
    waiting.forEach(it -> sentences.add(waitingFor(it)));
    obstacles.stream()
        .filter(Obstacle::inTheWay)
        .forEach(it -> sentences.add("In the way: " + it.what() + "."));
    if (!terminal() && obstacles.stream().noneMatch(Obstacle::inTheWay)) {
      sentences.add("Nothing is known to be in the way.");
    }
    obstacles.stream()
        .filter(it -> !it.inTheWay())
        .forEach(it -> sentences.add("Besides: " + it.what() + "."));
    unseen.forEach(what -> sentences.add("Not seen: " + what + "."));
    var lines = new ArrayList<String>();
    lines.add(String.join(" ", sentences));
    obstacles.stream()
        .filter(it -> it.command() != null)
        .map(it -> "  " + it.command())
        .distinct()
        .forEach(lines::add);
    return lines;
  }

  private String standing() {
    if (status == null) {
      return "Order %s is not known to order.".formatted(order);
    }
    var why = reason == null ? "" : " (%s)".formatted(reason);
    return terminal()
        ? "Order %s has ended: %s%s.".formatted(order, status, why)
        : "Order %s is not at its end: %s%s.".formatted(order, status, why);
  }

  private static String waitingFor(Waiting it) {
    return "Its %s is %s since %s, for %s, and is owed %s."
        .formatted(
            it.machine(),
            it.state(),
            it.since(),
            age(Duration.ofSeconds(it.ageSeconds())),
            it.owed().stream().collect(joining(" and ")));
  }

  static String age(Duration age) {
    if (age.toHours() > 0) {
      return "%d h %02d min".formatted(age.toHours(), age.toMinutesPart());
    }
    return age.toMinutes() > 0
        ? "%d min %02d s".formatted(age.toMinutes(), age.toSecondsPart())
        : age.toSeconds() + " s";
  }
}
