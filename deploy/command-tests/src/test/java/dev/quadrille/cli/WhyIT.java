package dev.quadrille.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.contracts.EventType;
import dev.quadrille.contracts.Lane;
import dev.quadrille.local.Participant;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An order is broken in each way that we know; {@code why} explains it, and its command helps. */
@ExtendWith(CornerShop.class)
class WhyIT {
  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final int UNKNOWN_SCHEMA = 999_999;

  private final Corner corner;
  private final Path target;

  WhyIT(Corner corner) {
    this.corner = corner;
    this.target = corner.target();
  }

  @AfterEach
  void letEverybodyGo() {
    corner.resume(Participant.INVENTORY, Lane.FORWARD);
    corner.resume(Participant.ACCOUNT, Lane.FORWARD);
    corner.resume(Participant.ORDER, Lane.FORWARD);
  }

  @Test
  void saysThatAllIsWellAndShowsTheWay() {
    var order = corner.order();
    corner.awaitStatus(order, "CONFIRMED");

    await().atMost(PATIENCE).until(() -> why(order).exitCode() == ExitCode.WELL);
    assertThat(why(order).out()).startsWith("Order %s has ended: CONFIRMED.".formatted(order));
    var trace = CommandRun.about(target, "trace", order.toString());
    assertThat(trace.exitCode()).as(trace.err()).isEqualTo(ExitCode.WELL);
    assertThat(trace.out())
        .containsPattern("├─+▶.*OrderPlaced +topic \\d+ ms → handled \\d+ ms RESERVED")
        .containsPattern("◀─+┤.*AccountDebited .*PLACED ⇒ CONFIRMED")
        .contains("NotificationSent", "order is CONFIRMED");
    assertThat(CommandRun.about(target, "trace", order.toString(), "--follow").out())
        .contains("NotificationSent", "order is CONFIRMED");
  }

  @Test // case R6
  void masksWhatIsPersonalUnlessSomebodyWantsToSeeIt() {
    var order = corner.order();
    corner.awaitStatus(order, "CONFIRMED");

    for (var form : List.of("--json", "--html", "--mermaid")) {
      assertThat(CommandRun.about(target, "trace", order.toString(), form).out())
          .contains("SENDING")
          .doesNotContain("customer-");
    }
    assertThat(CommandRun.about(target, "trace", order.toString(), "--json", "--reveal").out())
        .contains("customer-");
  }

  @Test
  void saysHowEachPartIs() {
    var status = CommandRun.about(target, "status");
    assertThat(status.exitCode()).as(status.out()).isEqualTo(ExitCode.WELL);
    assertThat(status.out().lines().filter(line -> line.endsWith("  up"))).hasSize(10);
    assertThat(CommandRun.about(target, "schemas", "check").exitCode()).isEqualTo(ExitCode.WELL);
    assertThat(CommandRun.about(target, "schemas", "register").out().lines())
        .hasSize(15)
        .allMatch(line -> line.endsWith("  REGISTERED"));
  }

  @Test
  void tellsMachinesWhatBecameOfWhatTheyAskedFor() {
    corner.pause(Participant.ACCOUNT, Lane.FORWARD);
    assertThat(json("lanes", "show", "--service", "account").toString())
        .isEqualTo(
            "[{\"service\":\"account\",\"lane\":\"forward\",\"paused\":true},"
                + "{\"service\":\"account\",\"lane\":\"compensation\",\"paused\":false}]");
    assertThat(json("lanes", "resume", "forward", "--service", "account").at("/0/lane").asString())
        .isEqualTo("forward");

    var later = Instant.now().plus(Duration.ofHours(1)).toString();
    var republished = json("relay", "republish", "--from", later);
    assertThat(republished.propertyNames())
        .containsExactly("order", "inventory", "account", "notification");
    assertThat(republished.at("/order/events").asInt()).isZero();
    assertThat(json("parked", "retry", "--order", UUID.randomUUID().toString()).toString())
        .isEqualTo("{\"confirm\":null,\"events\":{}}");
  }

  @Test
  void knowsNothingOfAnOrderThatIsNone() {
    var nobody = UUID.randomUUID();
    assertThat(CommandRun.about(target, "trace", nobody.toString()).exitCode())
        .isEqualTo(ExitCode.BAD);
    assertThat(why(nobody).out()).contains("is not known to order");
  }

  @Test
  void resumesALaneThatSomebodyHolds() {
    corner.pause(Participant.ACCOUNT, Lane.FORWARD);
    var order = corner.order();
    await().atMost(PATIENCE).until(() -> why(order).out().contains("StockReserved stands at"));

    var why = why(order);
    assertThat(why.exitCode()).isEqualTo(ExitCode.BAD);
    assertThat(why.out())
        .contains(
            "is not at its end: PLACED",
            "and is owed account: AccountDebited or DebitRejected, once stock is reserved.",
            "account has not handled it: its forward lane is paused");
    thenHelps(why, "lanes resume forward --service account");
    corner.awaitStatus(order, "CONFIRMED");
  }

  @Test
  void sendsAgainWhatATopicHasLost() {
    corner.pause(Participant.ACCOUNT, Lane.FORWARD);
    var order = corner.order();
    await().atMost(PATIENCE).until(() -> why(order).out().contains("StockReserved stands at"));
    corner.lose(EventType.STOCK_RESERVED.topic());
    corner.resume(Participant.ACCOUNT, Lane.FORWARD);

    await().atMost(PATIENCE).until(() -> why(order).out().contains("the topic has lost it"));
    thenHelps(why(order), "relay republish --from ");
    corner.awaitStatus(order, "CONFIRMED");
    assertThat(CommandRun.about(target, "trace", order.toString()).out())
        .contains("order is CONFIRMED");
  }

  @Test
  void waitsForTheRegistry() {
    corner.pause(Participant.ACCOUNT, Lane.FORWARD);
    var order = corner.order();
    await().atMost(PATIENCE).until(() -> why(order).out().contains("StockReserved stands at"));
    var value = ByteBuffer.allocate(20).put((byte) 0).putInt(UNKNOWN_SCHEMA).array();
    corner.publish(order, EventType.STOCK_RESERVED, UUID.randomUUID(), value);
    corner.registry().stop();
    try {
      corner.resume(Participant.ACCOUNT, Lane.FORWARD);
      await()
          .atMost(PATIENCE)
          .until(() -> why(order).out().contains("the schema registry does not answer us"));
      var why = why(order);
      assertThat(why.out())
          .contains("account has not handled it: group account.forward is ", "goes on by itself");
      assertThat(why.commands()).contains("quadrille status --target " + target);
    } finally {
      corner.registry().start();
    }
    corner.awaitStatus(order, "CONFIRMED");
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(why(order).out())
                    .contains("Besides: account has parked StockReserved as UNKNOWN_SCHEMA"));
  }

  @Test // case S8
  void leadsThroughACaseOfAFrozenAccount() {
    corner.pause(Participant.ORDER, Lane.FORWARD);
    var order = corner.order();
    awaitDebited(order);
    corner.freeze();
    corner.cancel(order);
    corner.resume(Participant.ORDER, Lane.FORWARD);
    try {
      await().atMost(PATIENCE).until(() -> why(order).out().contains("a case is open"));
      var why = why(order);
      assertThat(why.out())
          .contains("is not at its end: CANCELLING", "over 500 EUR", "is still frozen");
      thenHelps(why, "cases resolve %s --resolution PAID_OUT".formatted(order));
      var again = "cases resolve %s --resolution PAID_OUT --by NAME --why TEXT".formatted(order);
      assertThat(json(again.split(" ")).at("/decision/resolution").asString())
          .isEqualTo("PAID_OUT");
      corner.awaitStatus(order, "CANCELLED");
      var refused = corner.order();
      corner.awaitStatus(refused, "CANCELLED");
      await().atMost(PATIENCE).until(() -> why(refused).exitCode() == ExitCode.WELL);
      assertThat(why(refused).out()).contains("DebitRejected: ACCOUNT_FROZEN");
    } finally {
      corner.unfreeze();
    }
  }

  @Test // case S8
  void namesWhatIsParkedWhenACompensationFails() {
    corner.pause(Participant.ORDER, Lane.FORWARD);
    var order = corner.order();
    awaitDebited(order);
    corner.execute(
        Participant.INVENTORY,
        "ALTER TABLE reservation ADD CONSTRAINT kept CHECK (order_id <> '%s' OR state <> 4)"
            .formatted(order));
    corner.cancel(order);
    corner.resume(Participant.ORDER, Lane.FORWARD);

    await().atMost(PATIENCE).until(() -> why(order).out().contains("as BROKEN"));
    var why = why(order);
    assertThat(why.out())
        .contains(
            "is not at its end: CANCELLING",
            "and is owed inventory: StockReleased",
            "inventory has parked OrderCancellationRequested as BROKEN");
    var look = json("parked", "retry", "--order", order.toString());
    assertThat(look.path("confirm").asString()).startsWith("inventory:");
    assertThat(look.path("events")).hasSize(1);
    corner.execute(Participant.INVENTORY, "ALTER TABLE reservation DROP CONSTRAINT kept");
    thenHelps(why, "parked retry inventory:");
    corner.awaitStatus(order, "CANCELLED");
  }

  @Test
  void tellsOnWhoseWordAnEventHasNoEffect() {
    corner.pause(Participant.INVENTORY, Lane.FORWARD);
    var order = corner.order();
    corner.execute(
        Participant.INVENTORY,
        "ALTER TABLE reservation ADD CONSTRAINT unwanted CHECK (order_id <> '%s')"
            .formatted(order));
    corner.resume(Participant.INVENTORY, Lane.FORWARD);
    var parked =
        "SELECT coalesce(max(id), 0) FROM parked_events WHERE key = convert_to('%s', 'UTF8')"
            .formatted(order);
    corner.awaitAnswer(Participant.INVENTORY, parked, number -> !number.equals("0"));
    var number = corner.ask(Participant.INVENTORY, parked);
    var discard =
        CommandRun.about(
            target, "parked", "discard", "inventory:" + number, "--by", "me", "--why", "twice");
    assertThat(discard.exitCode()).as(discard.err()).isEqualTo(ExitCode.WELL);
    corner.execute(Participant.INVENTORY, "ALTER TABLE reservation DROP CONSTRAINT unwanted");

    assertThat(CommandRun.about(target, "trace", order.toString()).out())
        .contains(
            "discarded by inventory, #%s, parked as BROKEN, on the word of me: twice"
                .formatted(number))
        .doesNotContain("handled");
    assertThat(why(order).out())
        .contains("In the way: inventory has discarded OrderPlaced, parked as BROKEN")
        .doesNotContain("replay");
    corner.cancel(order);
    corner.awaitStatus(order, "CANCELLED");
    await().atMost(PATIENCE).until(() -> why(order).exitCode() == ExitCode.WELL);
    assertThat(why(order).out()).contains("Besides: inventory has discarded OrderPlaced");
  }

  @Test
  void namesARelayThatDoesNotStream() {
    // Somebody leads of whom nothing is heard.
    corner.execute(
        Participant.INVENTORY,
        "UPDATE relay_beat SET leader = gen_random_uuid(), beat_at = now() + interval '1 hour'");
    try {
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  !CommandRun.about(target, "relay", "status")
                      .out()
                      .matches("(?s).*inventory[^\\n]*streams.*"));
      var order = corner.order();
      await().atMost(PATIENCE).until(() -> why(order).out().contains("relay does not stream"));
      assertThat(why(order).out())
          .contains(
              "StockReserved is in inventory's outbox, not on its topic, and inventory's relay");
      assertThat(why(order).commands()).contains("quadrille relay status --target " + target);
      assertThat(CommandRun.about(target, "trace", order.toString()).out())
          .contains("in inventory's outbox, not on its topic");
      corner.execute(
          Participant.INVENTORY, "UPDATE relay_beat SET beat_at = now() - interval '1 hour'");
      corner.awaitStatus(order, "CONFIRMED");
    } finally {
      corner.execute(
          Participant.INVENTORY, "UPDATE relay_beat SET beat_at = now() - interval '1 hour'");
    }
  }

  private void awaitDebited(UUID order) {
    corner.awaitAnswer(
        Participant.ACCOUNT,
        "SELECT count(*) FROM payment WHERE order_id = '%s'".formatted(order),
        "1"::equals);
  }

  private static void thenHelps(CommandRun why, String command) {
    var named =
        why.commands().stream()
            .filter(line -> line.startsWith("quadrille " + command))
            .findFirst()
            .orElseThrow(() -> new AssertionError(why.out()));
    var ran = CommandRun.named(named);
    assertThat(ran.exitCode()).as(ran.err()).isEqualTo(ExitCode.WELL);
  }

  private JsonNode json(String... arguments) {
    var ran =
        CommandRun.about(
            target,
            Stream.concat(Stream.of(arguments), Stream.of("--json")).toArray(String[]::new));
    assertThat(ran.exitCode()).as(ran.err()).isEqualTo(ExitCode.WELL);
    return JsonMapper.shared().readTree(ran.out());
  }

  private CommandRun why(UUID order) {
    return CommandRun.about(target, "why", order.toString());
  }
}
