package dev.quadrille.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.local.Addresses;
import dev.quadrille.local.Participant;
import dev.quadrille.local.SystemPorts;
import dev.quadrille.testkit.HttpCaller;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A night on call, from the first look to the last, on a system that was left in the background.
 */
@TestMethodOrder(OrderAnnotation.class)
class OnCallIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration RESTART = Duration.ofMinutes(3);

  private static final int OFFSET = PortOffset.free();
  private static final Addresses addresses = new Addresses(SystemPorts.fixed(OFFSET));
  @TempDir private static Path data;
  private static String shop;
  private static String ops;

  @BeforeAll
  static void up() {
    var up =
        CommandRun.process(
            CommandRun.at(OFFSET, "up", "--detach", "--processes", "--data", data.toString()));
    assertThat(up).satisfies(OnCallIT::well);
    shop = quadrille("token", "--merchant", "shop-1").out().strip();
    ops = quadrille("token", "--ops").out().strip();
  }

  @AfterAll
  static void down() {
    quadrille("down");
  }

  @Test
  @Order(1)
  void startsAKilledServiceAgain() {
    var before = parts();

    ProcessHandle.of(before.pidOf("order")).orElseThrow().destroyForcibly();
    var after =
        await()
            .atMost(RESTART)
            .pollInterval(Duration.ofSeconds(1))
            .until(
                OnCallIT::parts, now -> now.areUp() && now.pidOf("order") != before.pidOf("order"));
    assertThat(after.pidOf("account")).isEqualTo(before.pidOf("account"));
  }

  @Test // case S8
  @Order(2)
  void bringsARefundThatCannotBePaidToItsEnd() {
    thenSays(quadrille("stuck"), "nothing is stuck");

    var order = orderThatIsPaidButUndecided();
    thenSays(caller(Participant.ACCOUNT).post(account(order) + "/freeze", ""), 200);
    thenSays(caller(Participant.ORDER).post(order + "/cancellation", ""), 202);
    quadrille("lanes", "resume", "forward", "--service", "order");
    await().atMost(PATIENCE).until(() -> !openCases().isEmpty());
    assertThat(status(order))
        .as("never cancelled while the money is not back")
        .isEqualTo("CANCELLING");

    growOld();
    var stuck = quadrille("stuck");
    assertThat(stuck.exitCode()).isEqualTo(ExitCode.BAD);
    assertThat(stuck.out().lines())
        .anyMatch(
            line ->
                line.contains(id(order))
                    && line.contains("CANCELLING")
                    && line.endsWith("  account: PaymentReversed"))
        .anyMatch(
            line ->
                line.contains(id(order))
                    && line.contains("IN_SUSPENSE")
                    && line.contains("a person: POST /ops/cases/" + id(order)));
    assertThat(json(quadrille("stuck", "--json"))).hasSize(2);
    assertThat(quadrille("cases", "list").out()).contains(id(order), "ACCOUNT_FROZEN", "500 EUR");

    var refused = resolve(order, "TO_CUSTOMER");
    assertThat(refused.exitCode()).isEqualTo(ExitCode.BAD);
    assertThat(refused.err()).startsWith("error: account answered 409: ").hasLineCount(1);
    thenSays(resolve(order, "PAID_OUT"), "resolved: %s PAID_OUT".formatted(id(order)));

    await().atMost(PATIENCE).until(() -> status(order).equals("CANCELLED"));
    assertThat(quadrille("verify").exitCode()).isEqualTo(ExitCode.WELL);
    sendsAllEventsAgainWithoutAnyEffect();
    bringsWhatWasParkedToItsEnd();
  }

  @Test
  @Order(3)
  void tellsQaWhatBecameOfEachFault(@TempDir Path directory) {
    var day = new QaDay(OnCallIT::caller, OnCallIT::quadrille);
    day.copiesOfAnOrderDoNothing();
    day.whatNobodyCanReadIsParkedOnceByEachWhoReadsIt(directory);
    day.compensationsThatComeFirstCloseWhatComesLate();
    day.theEventsOfAServiceTellWhatItHolds(addresses.database(Participant.INVENTORY));
    day.whatIsDroppedIsMissedUntilItIsSentAgain();
    day.theSamePlanDoesTheSameToTheSameTrafficAndNothingContradicts(directory);
  }

  @Test
  @Order(4)
  void runsOnceAndStopsWhenAskedTo() {
    var running = parts();
    assertThat(quadrille("up"))
        .returns(ExitCode.BAD, CommandRun::exitCode)
        .returns(
            "error: it runs already, as process %d; 'quadrille down --port-offset %d' stops it%n"
                .formatted(running.pid(), OFFSET),
            CommandRun::err);
    assertThat(CommandRun.process("up", "--port-offset", "0", "--data", data.toString()))
        .returns(ExitCode.BAD, CommandRun::exitCode)
        .returns(
            "error: another system is running on the data in %s%n".formatted(data),
            CommandRun::err);

    assertThat(quadrille("down")).satisfies(OnCallIT::well);
    assertThat(running.processes()).isEmpty();
    assertThat(StateFile.of(OFFSET).read()).isEmpty();
    assertThat(StateFile.of(OFFSET).output()).doesNotExist();
    assertThat(quadrille("status").exitCode()).isEqualTo(ExitCode.UNREACHABLE);
  }

  private void sendsAllEventsAgainWithoutAnyEffect() {
    var relays = quadrille("relay", "status");
    assertThat(relays.exitCode()).as(relays.out()).isEqualTo(ExitCode.WELL);
    assertThat(relays.out().lines().filter(line -> line.endsWith("streams"))).hasSize(4);

    var republished = quadrille("relay", "republish", "--from", "2020-01-01T00:00:00Z");
    assertThat(republished.exitCode()).as(republished.err()).isEqualTo(ExitCode.WELL);
    assertThat(republished.out().lines())
        .hasSize(4)
        .anyMatch(line -> line.matches("order +[1-9]\\d* events sent again as .*"));
    assertThat(quadrille("verify").exitCode()).isEqualTo(ExitCode.WELL);
  }

  private void bringsWhatWasParkedToItsEnd() {
    thenSays(quadrille("parked", "list"), "nothing is parked");
    var inventory = addresses.database(Participant.INVENTORY);
    inventory.execute(
        "ALTER TABLE reservation ADD CONSTRAINT no_hold CHECK (state <> 1) NOT VALID");
    var order = placed("2");
    await().atMost(PATIENCE).until(() -> json(quadrille("parked", "list", "--json")).size() == 1);

    var look = quadrille("parked", "retry", "--type", "OrderPlaced", "--reason", "BROKEN");
    assertThat(look.out()).contains("inventory:1 ", id(order), "OrderPlaced");
    var token = look.out().replaceFirst("(?s).*--confirm (\\S+) .*", "$1").strip();
    assertThat(token).startsWith("inventory:1#");
    var wrong = quadrille("parked", "discard", "--confirm", token, "--by", "me", "--why", "no");
    assertThat(wrong.exitCode()).as("a token to retry by").isEqualTo(ExitCode.USAGE);
    assertThat(quadrille("parked", "show", "inventory:1").out())
        .contains("***")
        .doesNotContain("ann");
    assertThat(quadrille("parked", "show", "inventory:1", "--reveal").out()).contains("ann");

    inventory.execute("ALTER TABLE reservation DROP CONSTRAINT no_hold");
    var deed = quadrille("parked", "retry", "--confirm", token, "--by", "me", "--why", "mended");
    assertThat(deed.out().strip()).isEqualTo("inventory:1  DUE");
    await().atMost(PATIENCE).until(() -> status(order).equals("CANCELLED"));
    var settled = quadrille("parked", "list", "--state", "SETTLED", "--json");
    assertThat(json(settled).at("/inventory:1/settlement").asString()).isEqualTo("HANDLED");
    var late = quadrille("parked", "discard", "inventory:1", "--by", "me", "--why", "late");
    assertThat(late.exitCode()).isEqualTo(ExitCode.BAD);
    assertThat(late.err()).contains("inventory:1  inventory answered 409");
  }

  /** Its debit stands, and order does not hear of it. */
  private String orderThatIsPaidButUndecided() {
    thenSays(caller(Participant.INVENTORY).post("/stock/tea/receipts", "{\"quantity\": 5}"), 200);
    var account =
        caller(Participant.ACCOUNT)
            .post("/accounts", "{\"customerId\": \"ann\", \"currency\": \"EUR\"}")
            .header("Location");
    thenSays(
        caller(Participant.ACCOUNT).post(account + "/deposits", "{\"amountMinor\": 500}"), 200);
    thenSays(
        quadrille("lanes", "pause", "forward", "--service", "order"),
        "order            forward: pause");
    var order = placed("1");
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                caller(Participant.ACCOUNT).get(account).body().path("balanceMinor").asLong() == 0);
    return order;
  }

  private String placed(String number) {
    return caller(Participant.ORDER)
        .post(
            "/orders",
            """
            {"merchantOrderNo": "%s", "customerId": "ann", "currency": "EUR",
             "lines": [{"sku": "tea", "quantity": 1, "unitPriceMinor": 500}]}
            """
                .formatted(number))
        .header("Location");
  }

  private String account(String order) {
    var account =
        addresses
            .database(Participant.ACCOUNT)
            .ask("SELECT account_id FROM payment WHERE order_id = '%s'".formatted(id(order)));
    return "/accounts/" + account;
  }

  /** Nobody waits in a test: what is not finished came to its state an hour earlier. */
  private void growOld() {
    var since = "SET state_since = now() - interval '1 hour' WHERE state = ";
    addresses.database(Participant.ORDER).execute("UPDATE orders " + since + 3);
    addresses.database(Participant.ACCOUNT).execute("UPDATE payment " + since + 5);
  }

  private JsonNode openCases() {
    return caller(Participant.ACCOUNT).get("/ops/cases").body().path("items");
  }

  private CommandRun resolve(String order, String resolution) {
    return quadrille(
        "cases", "resolve", id(order), "--resolution", resolution, "--by", "me", "--why", "moved");
  }

  private String status(String order) {
    return caller(Participant.ORDER).get(order).text("status");
  }

  private static HttpCaller caller(Participant service) {
    return new HttpCaller(addresses.url(service), service == Participant.ORDER ? shop : ops);
  }

  private static CommandRun quadrille(String... arguments) {
    return CommandRun.here(CommandRun.at(OFFSET, arguments));
  }

  private static RunningParts parts() {
    return RunningParts.of(quadrille("status", "--json"));
  }

  private static void well(CommandRun command) {
    assertThat(command.err()).isEmpty();
    assertThat(command.exitCode()).isEqualTo(ExitCode.WELL);
  }

  private static String id(String order) {
    return order.substring("/orders/".length());
  }

  private static JsonNode json(CommandRun command) {
    return JsonMapper.shared().readTree(command.out());
  }

  private static void thenSays(CommandRun command, String line) {
    well(command);
    assertThat(command.out().lines()).containsExactly(line);
  }

  private static void thenSays(HttpCaller.Answer answer, int status) {
    assertThat(answer.status()).as(answer.body().toString()).isEqualTo(status);
  }
}
