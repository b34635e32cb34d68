package dev.quadrille.handling;

import static dev.quadrille.handling.Resumption.DATABASE_RESTORED;
import static dev.quadrille.handling.Resumption.EVENTS_EXPIRED;
import static dev.quadrille.handling.Resumption.LOG_TRUNCATED;
import static dev.quadrille.handling.Resumption.OFFSET_LOST;
import static dev.quadrille.handling.Resumption.TOPIC_REMADE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.handling.StartingPoint.Log;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class StartingPointTest {
  private static final Log LOG = new Log(10, 100);
  private static final @Nullable Long NONE = null;

  static Stream<Arguments> cases() {
    return Stream.of(
        Arguments.of("both the same", 50L, 50L, false, 50, null),
        Arguments.of("nothing new since", 100L, 100L, false, 100, null),
        Arguments.of("not committed to Kafka any more", 40L, 50L, false, 40, null),
        Arguments.of("never read", NONE, NONE, false, 10, null),
        Arguments.of("never anything to read", NONE, 10L, false, 10, null),
        Arguments.of("restored", 50L, 40L, false, 40, DATABASE_RESTORED),
        Arguments.of("restored to when nothing was read", 50L, 10L, false, 10, DATABASE_RESTORED),
        Arguments.of("restored to before the partition", 50L, NONE, false, 10, DATABASE_RESTORED),
        Arguments.of("offset lost", NONE, 50L, false, 50, OFFSET_LOST),
        Arguments.of("remade", NONE, NONE, true, 10, TOPIC_REMADE),
        Arguments.of("remade, read on by others", 50L, NONE, true, 10, TOPIC_REMADE),
        Arguments.of("cut off", 101L, 101L, false, 10, LOG_TRUNCATED),
        Arguments.of("cut off, offset lost", NONE, 101L, false, 10, LOG_TRUNCATED),
        Arguments.of("cut off, restored", 101L, 50L, false, 10, LOG_TRUNCATED),
        Arguments.of("cut off, offset set back", 50L, 101L, false, 10, LOG_TRUNCATED),
        Arguments.of("expired", 9L, 9L, false, 10, EVENTS_EXPIRED),
        Arguments.of("expired since the restored point", 50L, 9L, false, 10, EVENTS_EXPIRED),
        Arguments.of("expired, offset lost", NONE, 9L, false, 10, EVENTS_EXPIRED));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void takesTheLowerElseTheFirstRetained(
      String situation,
      @Nullable Long committed,
      @Nullable Long position,
      boolean remade,
      long offset,
      @Nullable Resumption reason) {
    assertThat(StartingPoint.of(committed, position, remade, LOG))
        .isEqualTo(new StartingPoint(offset, reason));
  }
}
