package dev.quadrille.cli.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.contracts.EventType;
import dev.quadrille.local.Participant;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FoundEventsTest {
  private static final UUID PLACED = new UUID(0, 2);
  private static final Instant PARKED = Instant.parse("2026-03-29T01:00:00Z");
  private static final Instant SETTLED = PARKED.plusSeconds(60);
  private static final Trace.Discarded BY_A_PERSON = new Trace.Discarded("me", "twice");

  @Test
  void takesAnEventThatWasDiscardedAsHandledByNobody() {
    assertThat(handledAt(PARKED, "BROKEN", SETTLED, BY_A_PERSON)).isNull();
    assertThat(handledAt(SETTLED, "POISON", SETTLED, BY_A_PERSON)).isNull();
  }

  @Test
  void takesAnEventOfWhichOnlyACopyWasDiscardedAsHandled() {
    var before = PARKED.minusSeconds(5);
    assertThat(handledAt(before, "CONTRADICTION", SETTLED, BY_A_PERSON)).isEqualTo(before);
    var between = PARKED.plusSeconds(5);
    assertThat(handledAt(between, "POISON", SETTLED, BY_A_PERSON)).isEqualTo(between);
  }

  @Test
  void takesAnEventOfWhichOnlyACopyIsParkedAsHandled() {
    var before = PARKED.minusSeconds(5);
    assertThat(handledAt(before, "CONTRADICTION", null, null)).isEqualTo(before);
    assertThat(handledAt(before, "POISON", null, null)).isEqualTo(before);
  }

  @Test
  void takesAnEventThatWasParkedAsHandledWhenItIsSettled() {
    assertThat(handledAt(PARKED, "BROKEN", null, null)).isNull();
    assertThat(handledAt(PARKED, "BROKEN", SETTLED, null)).isEqualTo(SETTLED);
  }

  private static @Nullable Instant handledAt(
      Instant claimed,
      String reason,
      @Nullable Instant settled,
      Trace.@Nullable Discarded discarded) {
    var found = new FoundEvents(payload -> null);
    found.written(
        Participant.ORDER,
        new ServiceFacts.Row(PLACED, EventType.ORDER_PLACED.wireName(), null, PARKED, new byte[0]));
    found.handled(PLACED, Participant.INVENTORY, claimed);
    found.parked(
        new Trace.Parked(
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
            PARKED,
            settled,
            discarded));
    return found.events().get(0).handled().get(Participant.INVENTORY);
  }
}
