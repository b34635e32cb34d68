package dev.quadrille.cli.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.contracts.EventType;
import dev.quadrille.local.Participant;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TraceViewTest {
  private static final Instant START = Instant.parse("2026-03-29T01:00:00Z");
  private static final UUID ORDER = new UUID(0, 1);
  private static final UUID PLACED = new UUID(0, 2);
  private static final UUID RESERVED = new UUID(0, 3);

  @Test
  void splitsTheWayOfAnEventAndSaysWhatFollowed() {
    var view =
        view(
            event(PLACED, EventType.ORDER_PLACED, Participant.ORDER, copy(40, null))
                .handledAfter(Participant.INVENTORY, 52));

    assertThat(view.terminal())
        .contains(
            "+0 ms        ├────────────▶│             │             │        OrderPlaced",
            "topic 40 ms → handled 12 ms RESERVED");
  }

  @Test
  void marksWhatStandsTwiceWhatIsReplayedAndWhatIsNotThere() {
    var view =
        view(
            event(
                    PLACED,
                    EventType.ORDER_PLACED,
                    Participant.ORDER,
                    copy(40, null),
                    copy(50, null),
                    copy(60, "r-1"))
                .handledAfter(Participant.INVENTORY, 52),
            event(RESERVED, EventType.STOCK_RESERVED, Participant.INVENTORY));

    assertThat(view.terminal())
        .contains(
            "a duplicate, at order.events-1@50",
            "replayed as r-1, at order.events-1@60",
            "in inventory's outbox, not on its topic");
    assertThat(view.isQuiet()).isFalse();
  }

  @Test
  void tellsACopyThatIsParkedFromTheEventThatWasHandled() {
    var placed =
        event(PLACED, EventType.ORDER_PLACED, Participant.ORDER, copy(30, null), copy(40, "r-1"));
    var contradicts = parked("CONTRADICTION", null);

    var view = view(List.of(contradicts), placed.handledAfter(Participant.INVENTORY, 52));

    assertThat(view.terminal())
        .contains(
            "topic 30 ms → handled 22 ms RESERVED",
            "replayed as r-1, at order.events-1@40, parked by inventory as CONTRADICTION, #7");
  }

  @Test
  void marksWhatCameByAReplayAlone() {
    var placed = event(PLACED, EventType.ORDER_PLACED, Participant.ORDER, copy(40, "r-1"));

    assertThat(view(placed.handledAfter(Participant.INVENTORY, 52)).terminal())
        .contains("topic 40 ms, replayed as r-1 → handled 12 ms RESERVED");
  }

  @Test
  void tellsWhoHasDiscardedWhatNobodyHandles() {
    var placed = event(PLACED, EventType.ORDER_PLACED, Participant.ORDER, copy(40, null));
    var discarded = parked("BROKEN", new Trace.Discarded("Zoë", "ordered\ntwice"));
    var view = view(List.of(discarded), placed);

    assertThat(view.terminal())
        .contains(
            "├────────────✗│",
            "discarded by inventory, #7, parked as BROKEN, on the word of Zoë: ordered?twice")
        .doesNotContain("handled");
    assertThat(view.mermaid()).contains("order--xinventory: OrderPlaced");
    assertThat(view.isQuiet()).as("nothing comes of it any more").isTrue();
  }

  @Test // case R6
  void letsNoTextOfOthersBecomeMarkup() {
    var view =
        view(
            event(
                    PLACED,
                    EventType.ORDER_PLACED,
                    Participant.ORDER,
                    copy(40, null),
                    copy(60, "<script>;#"))
                .handledAfter(Participant.INVENTORY, 52));

    assertThat(view.html()).contains("&lt;script&gt;").doesNotContain("<script");
    assertThat(view.mermaid()).contains("#60;script#62;#59;#35;");
  }

  private static Trace.Parked parked(String reason, Trace.@Nullable Discarded discarded) {
    return new Trace.Parked(
        Participant.INVENTORY,
        7,
        "order.events",
        1,
        40,
        PLACED,
        reason,
        "",
        1,
        null,
        START,
        discarded == null ? null : START.plusSeconds(60),
        discarded);
  }

  private static TraceView view(Given... events) {
    return view(List.of(), events);
  }

  private static TraceView view(List<Trace.Parked> parked, Given... events) {
    var reserved =
        new Trace.Move(
            Participant.INVENTORY, ORDER, PLACED, "CREATE", null, "RESERVED", START.plusMillis(53));
    return new TraceView(
        new Trace(
            ORDER,
            "PLACED",
            List.of(events).stream().map(Given::event).toList(),
            List.of(reserved),
            parked,
            List.of(),
            List.of()));
  }

  private static Given event(UUID id, EventType type, Participant owner, Trace.Copy... copies) {
    return new Given(
        new Trace.Event(id, type, owner, null, START, true, List.of(copies), Map.of(), null));
  }

  private static Trace.Copy copy(int after, @Nullable String replay) {
    return new Trace.Copy("order.events", 1, after, START.plusMillis(after), replay);
  }

  private record Given(Trace.Event event) {

    Given handledAfter(Participant service, int millis) {
      return new Given(
          new Trace.Event(
              event.id(),
              event.type(),
              event.owner(),
              event.causationId(),
              event.writtenAt(),
              event.inOutbox(),
              event.copies(),
              Map.of(service, START.plusMillis(millis)),
              event.content()));
    }
  }
}
