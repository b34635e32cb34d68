package dev.quadrille.handling;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class OutageTest {
  private static final Logger LOGGER = (Logger) LoggerFactory.getLogger(OutageTest.class);

  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final AtomicLong now = new AtomicLong(-5);
  private final Outage outage = new Outage(LOGGER, "lane", now::get);

  @BeforeEach
  void listen() {
    lines.start();
    LOGGER.addAppender(lines);
  }

  @AfterEach
  void listenNoMore() {
    LOGGER.detachAppender(lines);
  }

  @Test
  void isToldWhenItBeginsAndWhenItIsOver() {
    outage.over();
    meet(100, Duration.ofMillis(10));
    outage.over();
    outage.over();
    assertThat(told()).containsExactly("lane pauses", "lane goes on after PT1S");
  }

  @Test
  void isToldSeldomWhileItLasts() {
    meet(360, Duration.ofSeconds(10));
    assertThat(told()).hasSizeBetween(11, 12);
    assertThat(told().get(1)).startsWith("lane pauses; for PT5M");
  }

  @Test
  void beginsAnewAfterASilence() {
    meet(1, Duration.ofHours(1));
    meet(1, Duration.ZERO);
    assertThat(told()).containsExactly("lane pauses", "lane pauses");
  }

  private void meet(int times, Duration pause) {
    for (var i = 0; i < times; i++) {
      outage.met("pauses", null);
      now.addAndGet(pause.toNanos());
    }
  }

  private List<String> told() {
    return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }
}
